import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Inbox } from "../../lib/streams/inbox.ts";
import { rejection, watch } from "../support/fate.ts";
import { turn } from "../support/pause.ts";
import { paces, readAll } from "../support/read_all.ts";

const X = Symbol("broken");

/** An inbox, and what its owner was told. */
function inbox() {
  const told: string[] = [];
  const cancels: unknown[] = [];
  const box = new Inbox({
    taken: () => told.push(`taken, ${box.length} left of ${box.bytes} bytes`),
    cancelled: (reason) => cancels.push(reason),
  });
  return { box, told, cancels };
}

/** A message of that length, with that number in every byte. */
function message(n: number, length = 1): Uint8Array {
  return new Uint8Array(length).fill(n);
}

const three = [message(1), message(2, 3), message(3, 0)];

describe("An inbox gives what was pushed, and then its end,", () => {
  test.each(paces)("to a reader that is %s", async (pace) => {
    for (const [end, expected] of [
      ["close", "done"],
      ["fail", { rejected: X }],
    ] as const) {
      const { box } = inbox();
      for (const one of three) box.push(one);
      const reading = readAll(box.readable, pace);
      box[end](X);
      expect(await reading).toStrictEqual({ values: three, end: expected });
    }
  });

  test("to a reader that waits before anything comes", async () => {
    const { box } = inbox();
    const reading = readAll(box.readable);
    for (const one of three) {
      await turn();
      box.push(one);
    }
    await turn();
    box.fail(X);
    expect(await reading).toStrictEqual({ values: three, end: { rejected: X } });
  });

  test("to many reads at a time", async () => {
    const { box } = inbox();
    const reader = box.readable.getReader();
    const reads = three.map(() => reader.read());
    const end = watch(reader.read());
    await turn();
    for (const one of three) box.push(one);
    expect((await Promise.all(reads)).map(({ value }) => value)).toStrictEqual(three);
    await turn();
    expect(end()).toBe("pending");
    box.fail(X);
    await turn();
    expect(end()).toStrictEqual({ rejected: X });
  });

  test("even if nobody asked for the stream before the end", async () => {
    for (const [end, expected] of [
      ["close", "done"],
      ["fail", { rejected: X }],
    ] as const) {
      for (const messages of [[], three]) {
        const { box } = inbox();
        for (const one of messages) box.push(one);
        box[end](X);
        expect(await readAll(box.readable)).toStrictEqual({ values: messages, end: expected });
      }
    }
  });

  test("in any order of pushing, reading and ending", async () => {
    const step = fc.constantFrom("push", "push", "read", "turn", "close", "fail");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.boolean(), async (steps, early) => {
        const { box } = inbox();
        if (early) void box.readable;
        const reads: Promise<unknown>[] = [];
        const expected: unknown[] = [];
        let end: unknown;
        let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
        const read = (): void => {
          reader ??= box.readable.getReader();
          reads.push(
            reader.read().then(
              ({ value }) => value?.[0] ?? "done",
              (reason) => reason,
            ),
          );
        };
        for (const what of steps) {
          if (what === "read") read();
          else if (what === "turn") await turn();
          else if (what === "push") {
            if (end === undefined) expected.push(expected.length + 1);
            box.push(message(expected.length));
          } else {
            end ??= what === "close" ? "done" : X;
            box[what](X);
          }
        }
        box.close();
        // Some more reads than there are messages.
        while (reads.length < expected.length + 2) read();
        const got = await Promise.all(reads);
        const ends = new Array(got.length - expected.length).fill(end ?? "done");
        expect(got).toStrictEqual([...expected, ...ends]);
      }),
      { seed: 20_230_817, numRuns: 200 },
    );
  });
});

describe("An inbox", () => {
  test("takes the first end that comes, and nothing after it", async () => {
    const { box } = inbox();
    expect(box.ended).toBe(false);
    box.push(message(1));
    box.fail(X);
    expect(box.ended).toBe(true);
    box.close();
    box.fail("later");
    box.push(message(2));
    expect([box.length, box.bytes]).toStrictEqual([1, 1]);
    expect(await readAll(box.readable)).toStrictEqual({ values: [message(1)], end: { rejected: X } });
  });

  test("has one stream", () => {
    const { box } = inbox();
    expect(box.readable).toBe(box.readable);
  });

  test("tells how much is queued, and when some of it was taken", async () => {
    const { box, told } = inbox();
    const [a, b, c] = [message(1, 5), message(2, 7), message(3, 0)];
    for (const one of [a, b, c]) box.push(one);
    expect([box.length, box.bytes]).toStrictEqual([3, 12]);
    const reader = box.readable.getReader();
    // Nothing is taken that was not asked for.
    await turn();
    expect(told).toStrictEqual([]);
    for (let read = 0; read < 3; read++) await reader.read();
    expect(told).toStrictEqual(["taken, 2 left of 7 bytes", "taken, 1 left of 0 bytes", "taken, 0 left of 0 bytes"]);
    const waiting = reader.read();
    await turn();
    box.push(a);
    expect((await waiting).value).toBe(a);
    // It was never queued.
    expect(told).toHaveLength(3);
    expect([box.length, box.bytes]).toStrictEqual([0, 0]);
    // And nobody asks now.
    box.push(b);
    await turn();
    expect([box.length, box.bytes]).toStrictEqual([1, 7]);
  });

  test("hands over the very message", async () => {
    const { box } = inbox();
    box.push(three[0] as Uint8Array);
    expect((await box.readable.getReader().read()).value).toBe(three[0]);
  });

  test("whose reader cancels forgets what is queued, tells its owner, and takes nothing more", async () => {
    const { box, told, cancels } = inbox();
    for (const one of three) box.push(one);
    const reader = box.readable.getReader();
    await reader.read();
    await reader.cancel(X);
    expect(cancels).toStrictEqual([X]);
    expect([box.length, box.bytes, box.ended]).toStrictEqual([0, 0, true]);
    box.push(message(4));
    expect([box.length, box.bytes]).toStrictEqual([0, 0]);
    box.fail("later");
    expect(await reader.read()).toStrictEqual({ done: true, value: undefined });
    expect(told).toHaveLength(1);
  });

  test("does not hear of a cancel after its end", async () => {
    for (const end of ["close", "fail"] as const) {
      const { box, cancels } = inbox();
      const reader = box.readable.getReader();
      box[end](X);
      await turn();
      await reader.cancel("later").catch(() => {});
      expect(cancels).toStrictEqual([]);
    }
  });

  test("may be cancelled while its end waits behind what is queued", async () => {
    const { box, cancels } = inbox();
    for (const one of three) box.push(one);
    box.fail(X);
    await box.readable.cancel("enough");
    expect(cancels).toStrictEqual(["enough"]);
    expect(await readAll(box.readable)).toStrictEqual({ values: [], end: "done" });
  });

  test("that is abandoned errors at once, whatever is queued, and whatever end waited", async () => {
    for (const end of ["close", "fail", undefined] as const) {
      const { box } = inbox();
      const { readable } = box;
      for (const one of three) box.push(one);
      if (end) box[end]("an end that waits");
      box.abandon(X);
      expect([box.length, box.bytes, box.ended]).toStrictEqual([0, 0, true]);
      box.push(message(4));
      expect(await readAll(readable)).toStrictEqual({ values: [], end: { rejected: X } });
    }
  });

  test("that is abandoned before anybody asked for the stream errors, too", async () => {
    const { box } = inbox();
    for (const one of three) box.push(one);
    box.abandon(X);
    expect(await readAll(box.readable)).toStrictEqual({ values: [], end: { rejected: X } });
  });

  test("that is abandoned after its end has been read stays as it was", async () => {
    const { box } = inbox();
    box.close();
    const reader = box.readable.getReader();
    expect((await reader.read()).done).toBe(true);
    box.abandon(X);
    expect((await reader.read()).done).toBe(true);
    expect(await reader.closed).toBeUndefined();
  });

  test.each([[[message(1)]], [[message(1), message(2)]]])(
    "gives messages that a reader asked for and gave up to the next reader, before the end (%#)",
    async (messages) => {
      for (const [end, expected] of [
        ["close", "done"],
        ["fail", { rejected: X }],
      ] as const) {
        const { box } = inbox();
        const { readable } = box;
        const first = readable.getReader();
        const given = watch(first.read());
        await turn();
        first.releaseLock();
        for (const one of messages) box.push(one);
        box[end](X);
        await turn();
        expect(given()).toHaveProperty("rejected");
        expect(await readAll(readable)).toStrictEqual({ values: messages, end: expected });
      }
    },
  );

  test("whose end came before the stream was asked for tells of it without a read", async () => {
    const [closed, failed] = [inbox().box, inbox().box];
    closed.close();
    failed.fail(X);
    expect(await closed.readable.getReader().closed).toBeUndefined();
    expect(await rejection(failed.readable.getReader().closed)).toBe(X);
  });

  test("ends for whoever asked and gave up, when nothing comes any more", async () => {
    const { box } = inbox();
    const { readable } = box;
    const first = readable.getReader();
    const given = watch(first.read());
    first.releaseLock();
    box.fail(X);
    await turn();
    expect(given()).toHaveProperty("rejected");
    expect(await rejection(readable.getReader().read())).toBe(X);
  });
});
