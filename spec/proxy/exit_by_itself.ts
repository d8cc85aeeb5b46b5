// Runs in a process of its own: a proxy and a server that come to their end in every way, in the middle of what they do.
// Nothing here ends the process: a timer or a socket that is left keeps it alive. And nothing here catches what is not
// its business, so whatever the library leaves unhandled ends the process.
import { pause } from "../support/pause.ts";
import { World } from "./support/world.ts";

process.on("unhandledRejection", (reason) => {
  console.error("unhandled:", reason);
  process.exit(1);
});

/** How far they have got. */
const situations: Readonly<Record<string, (world: World) => unknown>> = {
  "at the beginning": () => {},
  "after an exchange": async (world) => {
    await world.ask();
    while (!world.source) await pause(1);
    world.source.say(500);
  },
  "after an end": async (world) => {
    await world.ask();
    while (!world.source) await pause(1);
    world.source.close();
    await pause(5);
  },
  "in a pause": async (world) => {
    await world.ask();
    for (let time = 0; time < 6; time++) {
      world.killPath();
      await pause(2);
    }
  },
  "without a server": async (world) => {
    await world.ask();
    await world.stop();
    world.tools.push(world.ask());
  },
};

/** Who ends it. The others notice, or are ended after that. */
const ends: Readonly<Record<string, (world: World) => unknown>> = {
  "the reader": (world) => world.end(),
  "the server": (world) => world.stop(),
  "the proxy": (world) => world.proxy.close(),
  "the proxy's asks": (world) => world.proxy.asks.close(),
};

// A pause that is left would outlive the patience of whoever waits for this process.
for (const [situation, get] of Object.entries(situations)) {
  for (const [name, end] of Object.entries(ends)) {
    const world = await World.start({ minDelay: 120_000, maxDelay: 120_000 });
    await get(world);
    await end(world);
    if (name !== "the reader") await world.end();
    console.log(`${situation}, ${name}`);
  }
}

if (process.argv.includes("--fail")) void Promise.reject(new Error("on purpose"));
