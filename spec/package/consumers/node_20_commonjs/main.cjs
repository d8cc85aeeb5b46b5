const library = require("channel-frames");

/** Everything is there, and it is the very same module that `import` gives: no class exists twice. */
async function main() {
  const imported = await import("channel-frames");
  for (const [name, value] of Object.entries(imported)) {
    if (library[name] !== value) throw new Error(`${name} is another one by require()`);
  }
  const frames = library.readFrames(new ReadableStream({ start: (to) => to.close() }), library.notificationFrames);
  await frames.cancel().catch(() => {});
  const { kind } = await frames.ending;
  if (kind !== "cancelled" && kind !== "unserved") throw new Error(`The ending is ${kind}`);
  const { exercise } = await import("./exercise/exercise.js");
  console.log(await exercise());
}

main();
