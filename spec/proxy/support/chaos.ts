import { pause } from "../../support/pause.ts";
import type { World } from "./world.ts";

/** What may happen at any moment, whether or not there is anything that it can happen to. */
export const mishaps = {
  ask: (world) => void world.ask(),
  "say 1": (world) => world.source?.say(1),
  "say 9": (world) => world.source?.say(9),
  "say 200": (world) => world.source?.say(200),
  close: (world) => world.source?.close(),
  fail: (world) => world.source?.fail(),
  break: (world) => world.source?.break(),
  "kill path": (world) => world.killPath(),
  "kill /requests": (world) => world.proxy.requests()?.terminate(),
  "close /requests": (world) => world.proxy.requests()?.close(),
  restart: (world) => world.restart(),
  serve: (world) => {
    world.mode = "serve";
  },
  "do not serve": (world) => {
    world.mode = "unserved";
  },
  "read fast": (world) => {
    world.slowness = 0;
  },
  "read slowly": (world) => {
    world.slowness = 1;
  },
  wait: () => pause(3),
  "wait longer": () => pause(20),
  turn: () => pause(0),
} as const satisfies Readonly<Record<string, (world: World) => unknown>>;

export type Mishap = keyof typeof mishaps;

/** Lets everything come to rest, with a path that is open and has been heard. */
export async function settle(world: World): Promise<void> {
  world.mode = "serve";
  world.slowness = 0;
  while ((await world.ask()) !== "answered") await pause(1);
  await Promise.all(world.tools);
  // What was ended on purpose is asked for on another connection.
  while (!isHeard(world)) {
    const { connections } = world.proxy.asks;
    world.proxy.requests()?.terminate();
    while (world.proxy.asks.connections === connections) await pause(2);
    for (let time = 0; time < 100 && world.frames.state !== "open"; time++) await pause(2);
    world.source?.say();
    for (let time = 0; time < 100 && !isHeard(world); time++) await pause(2);
  }
}

/** Whether everything was heard of the path that is open. */
function isHeard({ source, items, frames }: World): boolean {
  if (!source || source.said === 0 || frames.state !== "open") return false;
  const last = items.at(-1);
  if (last?.type !== "notification") return false;
  const { progressToken, progress } = Object(last.notification.params);
  return progressToken === source.number && progress === source.said - 1;
}
