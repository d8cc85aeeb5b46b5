import { CutError, notificationFrames, readFrames } from "channel-frames";
import { describe, expect, test } from "vitest";
import { frameA, frameB, frameC } from "../support/frames.ts";
import { A, B, C } from "../support/messages.ts";
import { pause } from "../support/pause.ts";
import { type Reading, readAll } from "../support/read_all.ts";
import { type Told, ways } from "../support/ways.ts";
import { pair, sendAll } from "./support/pair.ts";

/** Iterates with a pause after each frame. */
async function iterate(frames: AsyncIterable<unknown>, milliseconds: number): Promise<Reading<unknown>> {
  const values: unknown[] = [];
  try {
    for await (const frame of frames) {
      values.push(frame);
      if (milliseconds > 0) await pause(milliseconds);
    }
    return { values, end: "done" };
  } catch (reason) {
    return { values, end: { rejected: reason } };
  }
}

interface Reader {
  readonly name: string;
  open(messages: ReadableStream<Uint8Array>): Told;
  read(frames: Told["frames"], milliseconds: number): Promise<Reading<unknown>>;
}

/** Every way to read a channel. */
const readers: readonly Reader[] = [
  ...ways.map(({ name, open }) => ({
    name,
    open: (messages: ReadableStream<Uint8Array>) => open(messages, notificationFrames),
    read: (frames: ReadableStream<unknown>, milliseconds: number) => readAll(frames, milliseconds ? "slow" : "eager"),
  })),
  {
    name: "readFrames, iterated",
    open(messages) {
      const frames = readFrames(messages, notificationFrames);
      return { frames, ending: frames.ending };
    },
    read: iterate,
  },
];

for (const { name, open, read } of readers) {
  describe(`${name}, over a socket`, { timeout: 10_000 }, () => {
    test.each([
      ["in step with the peer", "together", 0],
      ["slowly", "together", 1],
      ["when the peer is gone", "after", 0],
      ["slowly when the peer is gone", "after", 1],
    ] as const)("has every frame before the end, read %s", async (_, when, milliseconds) => {
      for (const end of ["close", "terminate"] as const) {
        const { near, peer } = await pair();
        const { frames, ending } = open(near.readable);
        await sendAll(peer, [A, B, C]);
        peer[end]();
        if (when === "after") await near.closed;
        const reading = await read(frames, milliseconds);
        const rejected = { rejected: expect.any(CutError) };
        expect(reading).toStrictEqual({
          values: [frameA, frameB, frameC],
          end: end === "close" ? "done" : rejected,
        });
        expect(await ending).toMatchObject({ kind: end === "close" ? "finished" : "cut", frames: 3 });
      }
    });
  });
}
