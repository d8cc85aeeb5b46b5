import { CutError, FrameAfterErrorError, FrameError, type NotificationFrame, TerminalGuard } from "channel-frames";
import { expect, test } from "vitest";
import { frameA, frameB, frameE } from "../support/frames.ts";
import { turn } from "../support/pause.ts";
import { pullSource } from "../support/pull_source.ts";
import { readAll } from "../support/read_all.ts";

test("TerminalGuard passes the very frames it is given, of any make, and writes into none", async () => {
  const given = [
    Object.freeze({ type: "line", line: 1 }),
    Object.freeze(Object.assign(Object.create(null), { type: "item" })),
    new (class Special {
      readonly type = "special";
    })(),
    Object.freeze({ type: "error", problem: null }),
  ];
  const guard = new TerminalGuard();
  const { values, end } = await readAll(pullSource(given).stream.pipeThrough(guard));
  expect(values).toHaveLength(4);
  for (const [at, value] of values.entries()) expect(value).toBe(given[at]);
  expect(end).toBe("done");
  expect(await guard.ending).toStrictEqual({ kind: "failed", frames: 3, error: null });
});

test.each([[null], [undefined], ["text"], [0], [{}], [Uint8Array.of(0)]])(
  "TerminalGuard refuses %j, which is no frame, after every frame before it",
  async (thing) => {
    const guard = new TerminalGuard<NotificationFrame>();
    // A cast, as the types would not let it through.
    const source = pullSource([frameA, thing as unknown as NotificationFrame], "wait");
    const { values, end } = await readAll(source.stream.pipeThrough(guard), "slow");
    expect(values).toStrictEqual([frameA]);
    expect(end).toStrictEqual({ rejected: expect.any(TypeError) });
    await turn();
    expect(source.cancels).toStrictEqual([expect.any(TypeError)]);
    expect(await guard.ending).toStrictEqual({ kind: "cut", frames: 1, reason: expect.any(TypeError) });
  },
);

test("TerminalGuard tells a broken carrier from a broken protocol by who failed", async () => {
  const endsAs = async (reason: unknown): Promise<unknown> => {
    const guard = new TerminalGuard<NotificationFrame>();
    await readAll(pullSource([frameA, frameE], { throws: reason }).stream.pipeThrough(guard));
    return guard.ending;
  };
  // A decoder before the guard fails with this when something came that it could not read.
  expect(await endsAs(new FrameError("body", "unreadable"))).toStrictEqual({
    kind: "violated",
    frames: 1,
    reason: expect.any(FrameAfterErrorError),
  });
  // Carriers fail with these.
  for (const reason of [new CutError({ closeCode: 1006 }), new Error("ECONNRESET"), undefined]) {
    expect(await endsAs(reason)).toStrictEqual({ kind: "failed", frames: 1, error: { code: -32603, message: "boom" } });
  }
});

test("TerminalGuard counts what comes before the error frame, however often it is asked", async () => {
  const guard = new TerminalGuard<NotificationFrame>();
  await readAll(pullSource([frameA, frameB, frameA, frameE]).stream.pipeThrough(guard));
  expect(await guard.ending).toBe(await guard.ending);
  expect((await guard.ending).frames).toBe(3);
});
