import { CutError } from "channel-frames";
import { webSocketMessages } from "channel-frames/websocket";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { turn } from "../support/pause.ts";
import { FakeSocket } from "./support/fake_socket.ts";
import { PausableSocket } from "./support/pausable_socket.ts";
import { expectedOf, type Step } from "./support/socket_model.ts";

/** A property that fails prints its seed, too; this one makes every run the same. */
const settings = { seed: 20_230_817, numRuns: 400 };

beforeEach(() => {
  // A second that goes by here takes no time.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});

afterEach(() => {
  vi.useRealTimers();
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("message" as const), n: fc.nat(255) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("close" as const), clean: fc.boolean() }) },
  { weight: 5, arbitrary: fc.constant({ kind: "read" } as const) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("open" as const, "text", "error", "wait", "cancel") }) },
);

/** Data in a form that a platform may give it. */
function dataOf(n: number): unknown {
  const bytes = Uint8Array.of(n, n);
  return [bytes.buffer, bytes, bytes.subarray(1)][n % 3];
}

async function observe(steps: readonly (readonly [Step, settle: boolean])[]) {
  const socket = new FakeSocket();
  const near = webSocketMessages(socket);
  const reader = near.readable.getReader();
  const reads: unknown[] = [];
  const nameOf = (error: unknown): unknown => (error instanceof CutError ? "cut" : error);
  const seen: { closed: unknown; opened: unknown } = { closed: "pending", opened: "pending" };
  near.closed.then(({ clean, by }) => {
    seen.closed = { clean, by };
  });
  near.opened.then(
    () => {
      seen.opened = "fulfilled";
    },
    (error: unknown) => {
      seen.opened = nameOf(error);
    },
  );

  const read = (): void => {
    const index = reads.push("pending") - 1;
    reader.read().then(
      ({ done, value }) => {
        reads[index] = done ? "done" : value[0];
      },
      (error: unknown) => {
        reads[index] = nameOf(error);
      },
    );
  };

  for (const [step, settle] of steps) {
    // Which messages a reader that leaves has had by then depends on more than the order of events.
    if (step.kind === "cancel") {
      await turn();
      reader.cancel().catch(() => {});
    } else if (step.kind === "read") read();
    else if (step.kind === "open") socket.open();
    else if (step.kind === "message") socket.message(dataOf(step.n));
    else if (step.kind === "text") socket.message("text");
    else if (step.kind === "error") socket.error();
    else if (step.kind === "close") socket.end({ wasClean: step.clean, code: step.clean ? 1000 : 1006 });
    else vi.advanceTimersByTime(250);
    if (settle) await turn();
  }
  await turn();
  vi.clearAllTimers();
  return { reads, ...seen, closes: socket.closes.length };
}

test("Whatever happens in whatever order, the reader gets what came before the first end, and then that end", async () => {
  const property = fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 24 }), async (steps) => {
    expect(await observe(steps)).toStrictEqual(expectedOf(steps.map(([step]) => step)));
  });
  await fc.assert(property, settings);
});

test("A blob takes its time, and overtakes nothing, nor is it overtaken", async () => {
  const piece = fc.record({
    kind: fc.constantFrom("blob", "bytes", "text"),
    turns: fc.nat(3),
  });
  const property = fc.asyncProperty(fc.array(piece, { maxLength: 12 }), fc.boolean(), async (pieces, clean) => {
    const socket = FakeSocket.opened();
    const told: unknown[] = [];
    const { readable } = webSocketMessages(socket, { onText: (text) => told.push(text) });
    const reading = readable.pipeTo(new WritableStream({ write: ({ buffer }) => void told.push(buffer) }));
    const ended = reading.then(
      () => "done",
      (error: unknown) => error instanceof CutError && "cut",
    );
    const given = pieces.map(({ kind, turns }, index) => {
      const { buffer } = Uint8Array.of(index);
      const arrayBuffer = async (): Promise<ArrayBuffer> => {
        for (let count = 0; count < turns; count++) await new Promise((resolve) => setImmediate(resolve));
        return buffer;
      };
      socket.message(kind === "blob" ? { arrayBuffer } : kind === "bytes" ? buffer : `${index}`);
      return kind === "text" ? `${index}` : buffer;
    });
    socket.end({ wasClean: clean, code: clean ? 1000 : 1006 });
    expect(await ended).toBe(clean ? "done" : "cut");
    const isText = (value: unknown): boolean => typeof value === "string";
    // A text is told when it comes, a message when the reader asks: each kind keeps its order.
    expect(told.filter(isText)).toStrictEqual(given.filter(isText));
    expect(told.filter((value) => !isText(value))).toStrictEqual(given.filter((value) => !isText(value)));
  });
  await fc.assert(property, settings);
});

test("A socket that can be paused holds no more than it may, loses nothing, and never stalls", async () => {
  const property = fc.asyncProperty(
    fc.record({
      sizes: fc.array(fc.nat(40), { maxLength: 60 }),
      chunks: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 }),
      paces: fc.array(fc.nat(3), { minLength: 1, maxLength: 5 }),
      highWaterMark: fc.nat(60),
      maxQueuedMessages: fc.integer({ min: 1, max: 6 }),
      clean: fc.boolean(),
    }),
    async ({ sizes, chunks, paces, highWaterMark, maxQueuedMessages, clean }) => {
      const socket = PausableSocket.opened();
      const { readable } = webSocketMessages(socket, { highWaterMark, maxQueuedMessages });
      const reader = readable.getReader();
      const got: number[] = [];
      let [waiting, sent] = [0, 0];
      let chunk: number[] = []; // the last one
      let end: string | undefined;
      const read = (): void => {
        waiting++;
        reader.read().then(
          ({ done, value }) => {
            waiting--;
            if (done) end = "done";
            else got.push(value.byteLength);
          },
          () => {
            waiting--;
            end = "cut";
          },
        );
      };

      for (let round = 0; end === undefined; round++) {
        if (!socket.isPaused && socket.readyState === 1) {
          chunk = sizes.slice(sent, sent + (chunks[round % chunks.length] ?? 1));
          sent += chunk.length;
          for (const size of chunk) socket.message(new Uint8Array(size));
          if (sent >= sizes.length) socket.end({ wasClean: clean, code: clean ? 1000 : 1006 });
        }
        const held = sizes.slice(got.length, sent);
        if (waiting === 0) {
          // A socket that is paused still brings the rest of what it has in hand.
          expect(held.length).toBeLessThan(maxQueuedMessages + Math.max(chunk.length, 1));
          expect(sum(held)).toBeLessThanOrEqual(highWaterMark + sum(chunk));
        }
        const pace = paces[round % paces.length] ?? 0;
        const isQuiet = socket.isPaused || socket.readyState !== 1;
        for (let count = 0; count < pace || (isQuiet && count === 0); count++) read();
        await turn();
        // Whoever waits has had everything: then there is nothing to wait for.
        if (waiting > 0 && end === undefined) expect(socket.isPaused).toBe(false);
        if (round > 1000) throw new Error("There is no end to it");
      }
      expect(got).toStrictEqual(sizes);
      expect(end).toBe(clean ? "done" : "cut");
    },
  );
  await fc.assert(property, settings);
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
