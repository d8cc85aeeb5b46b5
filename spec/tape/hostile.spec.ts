import { ChannelError, CutError } from "channel-frames";
import { TapeDecoderStream, TapeError } from "channel-frames/tape";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { A, B } from "../support/messages.ts";
import { readAll } from "../support/read_all.ts";
import { lies, magic, noRecord, noTape, start, value } from "./support/hostile_bytes.ts";
import { decoded, finish, header, hex, inChunks, joined, streamOf, tapeOf } from "./support/tapes.ts";

describe("bytes that are no tape are told as such, at their first byte:", () => {
  test.each(noTape)("%s", async (_, bytes, code) => {
    for (const chunks of [[bytes], inChunks(bytes.subarray(0, 2000), 1)]) {
      const { values, end } = await decoded(chunks);
      expect(values).toStrictEqual([]);
      if (end !== "done" && end.rejected instanceof CutError && bytes.length > 2000) continue;
      expect(end).toStrictEqual({ rejected: expect.any(TapeError) });
      expect(end).toMatchObject({ rejected: { code, offset: 0, name: "TapeError" } });
    }
  });
});

describe("what is no record ends the tape where it begins, after every record before:", () => {
  test.each(noRecord)("%s", async (_, bytes, code) => {
    const tape = joined([start, bytes]);
    for (const pace of ["eager", "slow"] as const) {
      const stream = streamOf(...inChunks(tape, 4096)).pipeThrough(new TapeDecoderStream({ maxMessageBytes: 1024 }));
      const { values, end } = await readAll(stream, pace);
      expect(values.map(({ type }) => type)).toStrictEqual(["header", "message"]);
      expect(end).toMatchObject({ rejected: { code, offset: start.byteLength } });
    }
  });
});

describe("a length that lies costs nothing, and is a tape that was cut:", () => {
  test.each(lies)("%s", async (_, bytes) => {
    const before = process.memoryUsage();
    const { values, end } = await decoded([start, bytes]);
    const after = process.memoryUsage();
    expect(values).toHaveLength(2);
    expect(end).toMatchObject({ rejected: { code: "cut", reason: "The tape stops in the middle of a record" } });
    expect(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(8_000_000);
  });
});

describe("after the end", () => {
  const rest: readonly (readonly [string, Uint8Array])[] = [
    ["a byte", hex("00")],
    ["a record", value(1, 0, 0, A)],
    ["an unknown record", value(99)],
    ["another tape", start],
  ];

  test.each(rest)("%s is refused, in the same chunk or the next", async (_, bytes) => {
    const tape = await tapeOf(header, finish);
    for (const chunks of [[joined([tape, bytes])], [tape, bytes], inChunks(joined([tape, bytes]), 1)]) {
      const { values, end } = await decoded(chunks, "slow");
      expect(values).toStrictEqual([header, finish]);
      expect(end).toMatchObject({ rejected: { code: "after-end", offset: tape.byteLength } });
    }
  });

  test("nothing is nothing", async () => {
    const tape = await tapeOf(header, finish);
    expect(await decoded([tape, new Uint8Array(), new Uint8Array()])).toMatchObject({ end: "done" });
  });
});

test.each(["text", 7, null, undefined, [1, 2], {}])("a chunk that is no bytes is refused: %o", async (chunk) => {
  const { values, end } = await decoded([start, chunk]);
  expect(values).toHaveLength(2);
  expect(end).toMatchObject({ rejected: { code: "not-bytes", offset: start.byteLength } });
});

test("nothing changes a prototype", async () => {
  const metadata = { constructor: { prototype: { polluted: 1 } }, toString: "t", hasOwnProperty: null };
  const { values } = await decoded([await tapeOf({ ...header, metadata }, finish)]);
  expect(JSON.stringify(values[0])).toBe(JSON.stringify({ ...header, metadata }));
  await decoded([value(0, magic, 1, null, null, 0, JSON.parse('{"__proto__":{"polluted":1}}'))]);
  expect(Reflect.get({}, "polluted")).toBe(undefined);
});

test("metadata of 127 levels is read", async () => {
  let deep: readonly unknown[] = [];
  for (let level = 2; level < 127; level++) deep = [deep];
  const metadata = { deep: deep as readonly never[] };
  expect((await decoded([await tapeOf({ ...header, metadata }, finish)])).values[0]).toStrictEqual({
    ...header,
    metadata,
  });
});

test("an overlong spelling of __proto__ is one", async () => {
  const metadata = hex("81 ad c19f c19f 70726f746f c19f c19f 01");
  const bytes = joined([value(0, magic, 1, null, null, 0, {}).slice(0, -1), metadata]);
  const { end } = await decoded([bytes]);
  expect(end).toMatchObject({ rejected: { code: "malformed", offset: 0 } });
});

test("no bytes whatsoever bring anything but records, a TapeError or a cut", async () => {
  const tape = await tapeOf(
    { ...header, metadata: { a: [1, { b: "c" }] } },
    { type: "message", elapsed: 1, direction: "in", message: A },
    { type: "dropped", elapsed: 1, messages: 1, bytes: 1 },
    { type: "message", elapsed: 1, direction: "out", message: B },
    { type: "end", elapsed: 1, ending: { kind: "cut", by: "carrier", closeCode: 1006, reason: "r" } },
  );
  const change = fc.record({ at: fc.nat(tape.byteLength - 1), to: fc.nat(255) });
  const garbled = fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    const bytes = tape.slice();
    for (const { at, to } of changes) bytes[at] = to;
    return bytes;
  });
  const bytes = fc.oneof(
    garbled,
    fc.uint8Array({ maxLength: 200 }),
    fc.uint8Array({ maxLength: 200 }).map((rest) => joined([start, rest])),
  );
  await fc.assert(
    fc.asyncProperty(bytes, fc.integer({ min: 1, max: 50 }), async (bytes, size) => {
      const whole = await decoded([bytes]);
      const { end } = whole;
      if (end !== "done") {
        expect(end.rejected).toBeInstanceOf(ChannelError);
        if (end.rejected instanceof TapeError) expect(end.rejected.offset).toBeLessThan(bytes.byteLength);
        else expect(end.rejected).toBeInstanceOf(CutError);
      }
      // The chunks change nothing.
      const pieces = await decoded(inChunks(bytes, size));
      expect(pieces.values).toStrictEqual(whole.values);
      expect(String(pieces.end !== "done" && pieces.end.rejected)).toBe(String(end !== "done" && end.rejected));
    }),
    { numRuns: 1000 },
  );
});
