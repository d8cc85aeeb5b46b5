import { type DecoderInput, FrameError, MessageGuard } from "channel-frames";
import { expect, test } from "vitest";
import { A, B, BAD, E } from "../support/messages.ts";
import { pullSource } from "../support/pull_source.ts";
import { readAll } from "../support/read_all.ts";

test("MessageGuard passes the very messages on, and reads nothing of them but the tag", async () => {
  const guard = new MessageGuard();
  const given = [A, BAD, E];
  const { values, end } = await readAll(pullSource(given).stream.pipeThrough(guard));
  expect(end).toBe("done");
  expect(values).toHaveLength(3);
  for (const [at, value] of values.entries()) expect(value).toBe(given[at]);
  expect(await guard.ending).toStrictEqual({ kind: "failed", frames: 2, error: E.subarray(1) });
});

test("MessageGuard gives a message of another make as a view on the same memory", async () => {
  const bytes = Uint8Array.of(9, 0, 1, 2, 9);
  const guard = new MessageGuard();
  const source = pullSource<DecoderInput>([new DataView(bytes.buffer, 1, 3), bytes.buffer.slice(1, 3)]);
  const { values } = await readAll(source.stream.pipeThrough(guard));
  expect(values).toStrictEqual([Uint8Array.of(0, 1, 2), Uint8Array.of(0, 1)]);
  expect(values[0]?.buffer).toBe(bytes.buffer);
});

test("MessageGuard leaves text out, after the error message, too", async () => {
  const guard = new MessageGuard();
  const { values, end } = await readAll(pullSource(["ping", A, "", E, "pong"]).stream.pipeThrough(guard));
  expect(values).toStrictEqual([A, E]);
  expect(end).toBe("done");
  expect(await guard.ending).toMatchObject({ kind: "failed", frames: 1 });
});

test.each([
  ["empty", new Uint8Array(), {}],
  ["unknown-tag", Uint8Array.of(2, 0), {}],
  ["too-large", A, { maxMessageBytes: A.length - 1 }],
] as const)("MessageGuard breaks off with the code %s, or leaves the message out", async (code, bad, options) => {
  const strict = new MessageGuard(options);
  const source = pullSource([Uint8Array.of(0), bad, B], "wait");
  const { values, end } = await readAll(source.stream.pipeThrough(strict), "slow");
  expect(values).toStrictEqual([Uint8Array.of(0)]);
  expect(end).toStrictEqual({ rejected: expect.any(FrameError) });
  expect(end).toHaveProperty("rejected.code", code);
  expect(end).toHaveProperty("rejected.index", 1);
  expect(await strict.ending).toMatchObject({ kind: "cut", frames: 1 });

  const lenient = new MessageGuard({ ...options, onMalformed: "skip" });
  expect(await readAll(pullSource([bad]).stream.pipeThrough(lenient))).toStrictEqual({ values: [], end: "done" });
  expect(await lenient.ending).toStrictEqual({ kind: "finished", frames: 0 });
});
