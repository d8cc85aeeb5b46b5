import { readFileSync } from "node:fs";
import { encode } from "@msgpack/msgpack";
import { TapeDecoderStream, TapeEncoderStream, type TapeRecord } from "channel-frames/tape";
import { describe, expect, test } from "vitest";
import { A, B, message } from "../support/messages.ts";
import { pullSource } from "../support/pull_source.ts";
import { readAll } from "../support/read_all.ts";
import { allBytes, decoded, encoded, finish, header, hex, joined, streamOf, tapeOf } from "./support/tapes.ts";

const document = readFileSync(new URL("../../lib/tape/FORMAT.md", import.meta.url), "utf8");

/** The bytes of the example, without what is said of each line. */
function exampleOf(text: string): Uint8Array {
  const [, block = ""] = /```hex\n([^`]*)```/.exec(text) ?? [];
  return joined(block.split("\n").map((line) => hex(/^[0-9a-f ]*/.exec(line.split("  ")[0] ?? "")?.[0] ?? "")));
}

const told: readonly TapeRecord[] = [
  {
    type: "header",
    version: 1,
    family: "notifications",
    startedAt: Date.UTC(2026, 1, 2, 2, 40),
    metadata: { host: "a" },
  },
  { type: "message", elapsed: 1.5, direction: "in", message: message(0, '{"method":"x/a"}') },
  { type: "end", elapsed: 250, ending: { kind: "cut", by: "carrier", closeCode: 1006 } },
];

describe("the example of the documented format", () => {
  const example = exampleOf(document);

  test("is read as what it says", async () => {
    expect(example.byteLength).toBeGreaterThan(80);
    expect(await decoded([example])).toStrictEqual({ values: told, end: "done" });
  });

  test("is what is written, to the byte", async () => {
    expect(await tapeOf(...told)).toStrictEqual(example);
  });
});

describe("what a later version adds is skipped:", () => {
  const records: readonly TapeRecord[] = [header, { type: "message", elapsed: 1, direction: "in", message: A }, finish];

  const unknown: readonly (readonly [string, Uint8Array])[] = [
    ["a record of nothing but its kind", encode([4])],
    ["a kind of 8 bits", encode([200, "x"])],
    ["a kind of 16 bits", encode([40_000, { a: [] }])],
    ["a kind of 32 bits", encode([4_000_000_000, null])],
    [
      "a known kind in more bytes than it needs, and a second one",
      joined([hex("92 cc 04 00"), hex("92 ce 00000005 c0")]),
    ],
    ["a long record", encode([4, Array(50_000).fill("abc")])],
    [
      "every type there is",
      encode([4, null, true, false, -1, -200, 1e9, -1e9, 1.5, "s", A, { a: { b: [] } }, new Date(0)]),
    ],
    ["sizes of every kind", encode([4, "x".repeat(40), "x".repeat(300), "x".repeat(70_000), new Uint8Array(70_000)])],
    [
      "longer lists and maps",
      encode([4, Array(20).fill(0), Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`k${at}`, at]))]),
    ],
    [
      "extensions of all sizes",
      joined([
        hex("98 04 d4 01 00 d5 01 0000 d6 01 00000000 d7 01"),
        new Uint8Array(8),
        hex("d8 01"),
        new Uint8Array(16),
        hex("c7 00 01 c8 0001 01 00"),
      ]),
    ],
    ["a body of more than the largest message", encode([4, new Uint8Array(3_000_000)])],
  ];

  test.each(unknown)("%s", async (_, bytes) => {
    const [first, ...rest] = await encoded(records);
    for (const size of [bytes.byteLength > 200_000 ? 999 : 1, 1000, 10_000_000]) {
      const tape = joined([first ?? new Uint8Array(), bytes, ...rest]);
      const chunks = Array.from({ length: Math.ceil(tape.byteLength / size) }, (_, at) =>
        tape.subarray(at * size, (at + 1) * size),
      );
      const stream = pullSource(chunks).stream.pipeThrough(new TapeDecoderStream({ maxMessageBytes: 100 }));
      expect(await readAll(stream)).toStrictEqual({ values: records, end: "done" });
    }
  });

  test("elements after the last that is known", async () => {
    const magic = "channel-frames/tape";
    const tape = joined([
      encode([0, magic, 1, null, null, 0, {}, "more", { of: "it" }]),
      encode([1, 1000, 0, A, "more", [B]]),
      encode([3, 0, "finish", null, "more"]),
    ]);
    expect(await decoded([tape])).toStrictEqual({ values: records, end: "done" });
  });

  test("elements that were left out, as they would be nil", async () => {
    const start = joined(await encoded(records.slice(0, 2)));
    const { values } = await decoded([start, encode([3, 0, "cut", "scope"])]);
    expect(values.at(-1)).toStrictEqual({ type: "end", elapsed: 0, ending: { kind: "cut", by: "scope" } });
  });
});

test("a tape without an end is continued by more records", async () => {
  const beginning = await tapeOf(header, { type: "message", elapsed: 1, direction: "in", message: A });
  const more: readonly TapeRecord[] = [{ type: "message", elapsed: 9000, direction: "in", message: B }, finish];
  const rest = await allBytes(streamOf(...more).pipeThrough(new TapeEncoderStream({ append: true })));
  const { values, end } = await decoded([beginning, rest]);
  expect(values.map(({ type }) => type)).toStrictEqual(["header", "message", "message", "end"]);
  expect(end).toBe("done");
});
