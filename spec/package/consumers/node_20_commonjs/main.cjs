const library = require("channel-frames");

const entries = {
  "channel-frames": library,
  "channel-frames/websocket": require("channel-frames/websocket"),
  "channel-frames/connection": require("channel-frames/connection"),
  "channel-frames/proxy": require("channel-frames/proxy"),
  "channel-frames/tape": require("channel-frames/tape"),
};

/** Everything is there, and it is the very same module that `import` gives: no class exists twice. */
async function main() {
  for (const [specifier, required] of Object.entries(entries)) {
    for (const [name, value] of Object.entries(await import(specifier))) {
      if (required[name] !== value) throw new Error(`${name} is another one by require()`);
    }
  }
  const frames = library.readFrames(new ReadableStream({ start: (to) => to.close() }), library.notificationFrames);
  await frames.cancel().catch(() => {});
  const { kind } = await frames.ending;
  if (kind !== "cancelled" && kind !== "unserved") throw new Error(`The ending is ${kind}`);
  const { exercise } = await import("./exercise/exercise.js");
  console.log(await exercise());
}

main();
