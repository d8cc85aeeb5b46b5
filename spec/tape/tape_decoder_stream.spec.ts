import { isDeepStrictEqual } from "node:util";
import { CutError } from "channel-frames";
import { TapeDecoderStream, type TapeRecord } from "channel-frames/tape";
import fc from "fast-check";
import { expect, test } from "vitest";
import { A, B } from "../support/messages.ts";
import { pullSource } from "../support/pull_source.ts";
import { paces, readAll } from "../support/read_all.ts";
import { tapes } from "./support/tape_arbitrary.ts";
import { decoded, encoded, finish, header, inChunks, joined, tapeOf } from "./support/tapes.ts";

const records: readonly TapeRecord[] = [
  { ...header, family: "notifications", metadata: { list: [1, { deep: null }], constructor: "c" } },
  { type: "message", elapsed: 1.5, direction: "in", message: A },
  { type: "dropped", elapsed: 0.001, messages: 3, bytes: 300 },
  { type: "message", elapsed: 70_000, direction: "out", message: B },
  { type: "message", elapsed: 5_000_000, direction: "out", message: new Uint8Array() },
  { type: "end", elapsed: 0, ending: { kind: "cut", by: "carrier", closeCode: 1006, reason: "r", message: "m" } },
];

test("records come back as they were, whatever the chunks are", async () => {
  await fc.assert(
    fc.asyncProperty(tapes, fc.integer({ min: 1, max: 400 }), async (tape, size) => {
      const bytes = await tapeOf(...tape);
      // At most some thousand chunks.
      const chunks = inChunks(bytes, bytes.byteLength > 2000 ? size * 100 : size);
      // toStrictEqual takes its time with long bytes.
      expect(isDeepStrictEqual(await decoded(chunks), { values: tape, end: "done" })).toBe(true);
    }),
    { numRuns: 150 },
  );
});

test.each(paces)("one byte a chunk, for a reader that is %s", async (pace) => {
  const bytes = await tapeOf(...records);
  expect(await decoded(inChunks(bytes, 1), pace)).toStrictEqual({ values: records, end: "done" });
});

test("a tape that stops anywhere gives every complete record, and then a cut", async () => {
  const parts = await encoded(records);
  const bytes = joined(parts);
  const ends = parts.map((_, at) => joined(parts.slice(0, at + 1)).byteLength);
  for (let length = 0; length < bytes.byteLength; length++) {
    const { values, end } = await decoded(inChunks(bytes.subarray(0, length), 7));
    expect(values).toStrictEqual(records.filter((_, at) => (ends[at] ?? 0) <= length));
    const isBetween = length === 0 || ends.includes(length);
    const reason = `The tape stops ${isBetween ? "without the record of its end" : "in the middle of a record"}`;
    expect(end).toStrictEqual({ rejected: expect.any(CutError) });
    expect(end).toMatchObject({ rejected: { by: "carrier", reason } });
  }
});

test("a source that breaks off does so after every complete record, with its own reason", async () => {
  const bytes = await tapeOf(...records);
  const reason = new Error("ECONNRESET");
  const source = pullSource([bytes.subarray(0, bytes.byteLength - 4)], { throws: reason }).stream;
  expect(await readAll(source.pipeThrough(new TapeDecoderStream()), "slow")).toStrictEqual({
    values: records.slice(0, -1),
    end: { rejected: reason },
  });
});

test("a message is in memory of its own", async () => {
  const bytes = await tapeOf(header, { type: "message", elapsed: 0, direction: "in", message: A }, finish);
  const before = bytes.slice();
  const { values } = await decoded([bytes]);
  const [, message] = values;
  if (message?.type !== "message") return expect.fail("There is no message");
  expect(message.message.byteOffset).toBe(0);
  expect(message.message.buffer.byteLength).toBe(A.byteLength);
  message.message.fill(0);
  expect(bytes).toStrictEqual(before);
});
