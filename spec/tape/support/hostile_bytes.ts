import { encode } from "@msgpack/msgpack";
import type { TapeErrorCode } from "channel-frames/tape";
import { A } from "../../support/messages.ts";
import { encoded, header, hex, joined } from "./tapes.ts";

export const magic: string = "channel-frames/tape";
export const good: readonly Uint8Array[] = await encoded([
  header,
  { type: "message", elapsed: 1, direction: "in", message: A },
]);
export const start: Uint8Array = joined(good);

/** Bytes that a MessagePack value of our own making has. */
export const value = (...elements: readonly unknown[]): Uint8Array => encode(elements, { useBigInt64: true });
const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const nested = (levels: number, inner: string): Uint8Array => joined([new Uint8Array(levels).fill(0x91), hex(inner)]);

/** What is no tape from its first byte on. */
export const noTape: readonly (readonly [string, Uint8Array, TapeErrorCode])[] = [
  ["text", text("hello, world\n"), "not-a-tape"],
  ["JSON lines", text('{"type":"header"}\n'), "not-a-tape"],
  ["zeros", new Uint8Array(100), "not-a-tape"],
  ["a byte that begins nothing", hex("c1"), "not-a-tape"],
  ["an empty array", hex("90"), "not-a-tape"],
  ["a map", hex("81 00 00"), "not-a-tape"],
  ["another magic", value(0, "channel-frames/tap3", 1, null, null, 0, {}), "not-a-tape"],
  ["a magic of bytes", value(0, text(magic), 1, null, null, 0, {}), "not-a-tape"],
  ["no magic", value(0), "not-a-tape"],
  ["a message first", value(1, 0, 0, A), "not-a-tape"],
  ["an unknown record first", value(99, 1, 2), "not-a-tape"],
  ["a kind that is text", value("0", magic, 1, null, null, 0, {}), "not-a-tape"],
  ["a kind of 64 bits", hex("91 cf 0000000000000000"), "not-a-tape"],
  ["a newer version", value(0, magic, 2, null, null, 0, {}), "version"],
  ["a much newer version, with less in it", value(0, magic, 300), "version"],
  ["version 0", value(0, magic, 0, null, null, 0, {}), "malformed"],
  ["a version that is text", value(0, magic, "1", null, null, 0, {}), "malformed"],
  ["a family that is none", value(0, magic, 1, 7, null, 0, {}), "malformed"],
  ["a carrier that is none", value(0, magic, 1, null, {}, 0, {}), "malformed"],
  ["a start before the epoch", value(0, magic, 1, null, null, -1, {}), "malformed"],
  ["a start that is no integer", value(0, magic, 1, null, null, 0.5, {}), "malformed"],
  [
    "a start beyond what can be counted",
    hex("97 00 b3 6368616e6e656c2d6672616d65732f74617065 01 c0 c0 cf ffffffffffffffff 80"),
    "malformed",
  ],
  ["no metadata", value(0, magic, 1, null, null, 0), "malformed"],
  ["metadata that is a list", value(0, magic, 1, null, null, 0, []), "malformed"],
  ["metadata with a date", value(0, magic, 1, null, null, 0, { at: new Date(0) }), "malformed"],
  ["metadata with bytes", value(0, magic, 1, null, null, 0, { at: A }), "malformed"],
  [
    "metadata with an extension",
    joined([value(0, magic, 1, null, null, 0, {}).slice(0, -1), hex("81 a1 61 d4 05 00")]),
    "malformed",
  ],
  ["metadata with NaN", value(0, magic, 1, null, null, 0, { at: Number.NaN }), "malformed"],
  [
    "metadata with a number for a key",
    joined([value(0, magic, 1, null, null, 0, {}).slice(0, -1), hex("81 01 02")]),
    "malformed",
  ],
  [
    "metadata with a key __proto__",
    value(0, magic, 1, null, null, 0, JSON.parse('{"a":{"__proto__":{"b":1}}}')),
    "malformed",
  ],
  [
    "metadata of 128 levels",
    joined([value(0, magic, 1, null, null, 0, {}).slice(0, -1), hex("81 a1 61"), nested(127, "90")]),
    "too-deep",
  ],
  ["metadata of more than 1 MiB", value(0, magic, 1, null, null, 0, { a: "x".repeat(2 ** 20) }), "too-large"],
];

/** What is no record, after a header and a message. */
export const noRecord: readonly (readonly [string, Uint8Array, TapeErrorCode])[] = [
  ["text", text("garbage"), "malformed"],
  ["a byte that begins nothing", hex("c1"), "malformed"],
  ["a byte that begins nothing, within a record", hex("94 01 c1"), "malformed"],
  ["another header", good[0] ?? new Uint8Array(), "malformed"],
  ["an empty record", hex("dc 0000"), "malformed"],
  ["a record that begins with a list", hex("92 90 00"), "malformed"],
  ["a record that begins with a negative number", hex("92 ff 00"), "malformed"],
  ["a record of 100 000 levels", nested(100_000, "00"), "malformed"],
  ["an unknown record of 100 000 levels", joined([hex("92 63"), nested(100_000, "00")]), "too-deep"],
  ["maps in maps", joined([hex("92 63"), ...Array(200).fill(hex("81 00"))]), "too-deep"],
  ["a message without one", value(1, 0, 0), "malformed"],
  ["a message of text", value(1, 0, 0, "text"), "malformed"],
  ["a message of an extension", joined([hex("94 01 00 00"), hex("d4 05 00")]), "malformed"],
  ["a message that is a date", value(1, 0, 0, new Date(0)), "malformed"],
  ["a third direction", value(1, 0, 2, A), "malformed"],
  ["a direction that is a name", value(1, 0, "in", A), "malformed"],
  ["a direction that is a name of every list", value(1, 0, "length", A), "malformed"],
  ["a time that goes back", value(1, -1, 0, A), "malformed"],
  ["a time in text", value(1, "1", 0, A), "malformed"],
  ["a time that is NaN", value(1, Number.NaN, 0, A), "malformed"],
  ["a time of 64 bits", value(1, 2n ** 64n - 1n, 0, A), "malformed"],
  ["a gap without numbers", value(2, 0), "malformed"],
  ["a gap of less than nothing", value(2, 0, -1, 0), "malformed"],
  ["an end without an ending", value(3, 0), "malformed"],
  ["an ending of no kind", value(3, 0, "over"), "malformed"],
  ["a cut by nobody", value(3, 0, "cut", "me"), "malformed"],
  ["a cut by what every object has", value(3, 0, "cut", "constructor"), "malformed"],
  ["a close code that is none", value(3, 0, "cut", "carrier", "1006"), "malformed"],
  ["a reason that is none", value(3, 0, "cancelled", 1), "malformed"],
  ["a message of one byte more than is allowed", value(1, 0, 0, new Uint8Array(1025)), "too-large"],
  ["messages that are too large together", value(1, 0, 0, new Uint8Array(600), new Uint8Array(600)), "too-large"],
  ["a length of 4 GiB, and nothing", hex("94 01 00 00 c6 ffffffff"), "too-large"],
  ["a text of 4 GiB, and nothing", hex("94 03 00 db ffffffff"), "too-large"],
  ["an extension of 4 GiB, and nothing", hex("94 03 00 c9 ffffffff"), "too-large"],
  ["more small values than a record may have", value(3, 0, Array(2 ** 20).fill(null)), "too-large"],
];

/** Lengths that lie: nothing comes of it but a cut. */
export const lies: readonly (readonly [string, Uint8Array])[] = [
  ["an array of 4 G", hex("dd ffffffff 03 00")],
  ["a map of 4 G", hex("94 03 00 df ffffffff")],
  ["arrays of 65 535, each the first of the last", joined([hex("94 03 00"), ...Array(100).fill(hex("dc ffff"))])],
  ["an unknown record of 4 GiB", hex("92 63 c6 ffffffff")],
  ["an unknown text of 4 GiB", hex("92 63 db ffffffff 00")],
];
