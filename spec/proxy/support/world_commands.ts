import fc from "fast-check";
import { expect } from "vitest";
import { pause } from "../../support/pause.ts";
import { until } from "../../websocket/support/until.ts";
import type { Model } from "./model.ts";
import { retell } from "./retell.ts";
import type { World } from "./world.ts";

type WorldCommand = fc.AsyncCommand<Model, World>;

/** A thing that happens, after which everything comes to rest as the model says. */
function happens(
  name: string,
  run: (world: World, model: Model) => unknown,
  check: (model: Readonly<Model>) => boolean = () => true,
): WorldCommand {
  return {
    check,
    toString: () => name,
    async run(model, world) {
      await run(world, model);
      await atRest(world, model);
      const { items, paths, frames } = world;
      expect(items.map(retell)).toStrictEqual(model.items);
      expect({ paths, state: frames.state }).toStrictEqual({ paths: model.paths, state: model.state });
    },
  };
}

async function atRest(world: World, model: Model): Promise<void> {
  const { proxy, frames, items } = world;
  const isAtRest = (): boolean =>
    proxy.asks.isConnected &&
    frames.state === model.state &&
    world.paths >= model.paths &&
    items.length >= model.items.length &&
    // The server has to know of the path, too.
    (world.source !== undefined) === (model.path !== undefined);
  for (let time = 0; !isAtRest() && time < 2000; time++) await pause(2);
}

const isOpen = (model: Readonly<Model>): boolean => model.path !== undefined;

/** Anything that may happen to a proxy and a server. */
export const anyWorldCommand: readonly fc.Arbitrary<WorldCommand>[] = [
  fc.constant(
    happens("tools are asked for", async (world, model) => {
      expect(await world.ask()).toBe("answered");
      if (model.hasExchanged) return;
      model.hasExchanged = true;
      model.ask();
    }),
  ),
  fc.integer({ min: 1, max: 5 }).map((count) =>
    happens(
      `${count} notifications`,
      (world, model) => {
        world.source?.say(count);
        model.say(count);
      },
      isOpen,
    ),
  ),
  fc.constant(ends("the source closes", "finished", (world) => world.source?.close())),
  fc.constant(ends("an error frame", "failed", (world) => world.source?.fail())),
  fc.constant(ends("the source breaks", "cut", (world) => world.source?.break())),
  fc.constant(ends("the path is killed", "cut", (world) => world.killPath())),
  fc.constant(renews("/requests is killed", (world) => world.proxy.requests()?.terminate())),
  fc.constant(renews("/requests is closed", (world) => world.proxy.requests()?.close())),
  fc.constant(
    happens("the server is restarted", async (world, model) => {
      model.connection++;
      if (model.path) model.end("cut");
      else model.ask();
      // The proxy may take a moment to notice that the first is gone.
      const { connections } = world.proxy.asks;
      await world.restart();
      await until(() => world.proxy.asks.connections > connections);
    }),
  ),
  fc.constantFrom("serve" as const, "unserved" as const).map((mode) =>
    happens(`the server will ${mode}`, (world, model) => {
      world.mode = mode;
      model.mode = mode;
    }),
  ),
];

function ends(name: string, kind: "finished" | "failed" | "cut", run: (world: World) => void): WorldCommand {
  return happens(
    name,
    (world, model) => {
      model.end(kind);
      run(world);
    },
    isOpen,
  );
}

function renews(name: string, run: (world: World) => void): WorldCommand {
  return happens(name, async (world, model) => {
    model.connection++;
    model.ask();
    const { connections } = world.proxy.asks;
    run(world);
    await until(() => world.proxy.asks.connections > connections);
  });
}
