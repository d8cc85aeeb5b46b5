import { FrameEncodeError } from "channel-frames";
import { type TapeEncoderOptions, TapeEncoderStream, type TapeRecord } from "channel-frames/tape";
import { describe, expect, test } from "vitest";
import { A } from "../support/messages.ts";
import { readAll } from "../support/read_all.ts";
import { finish, header, streamOf } from "./support/tapes.ts";

describe("of records", () => {
  const message: TapeRecord = { type: "message", elapsed: 0, direction: "in", message: A };
  const end = { type: "end", elapsed: 0 };
  const wrong: [name: string, chunks: readonly unknown[], options?: TapeEncoderOptions][] = [
    ["no header", [message]],
    ["two headers", [header, header]],
    ["a header in what is appended", [header], { append: true }],
    ["something after the end", [header, finish, message]],
    ["a message among records", [header, A]],
    ["a record among messages", [A, message]],
    ["messages to append", [A], { append: true }],
    ["text", ["{}"]],
    ["null", [null]],
    ["a type that is none", [header, { type: "other" }]],
    ["another version", [{ ...header, version: 2 }]],
    ["a start that is none", [{ ...header, startedAt: Number.NaN }]],
    ["a start as text", [{ ...header, startedAt: "1" }]],
    ["a family that is none", [{ ...header, family: 1 }]],
    ["metadata that is a list", [{ ...header, metadata: [] }]],
    ["no metadata", [{ ...header, metadata: undefined }]],
    ["metadata with a key __proto__", [{ ...header, metadata: JSON.parse('{"a":[{"__proto__":1}]}') }]],
    ["a time that goes back", [header, { ...message, elapsed: -1 }]],
    ["an endless time", [header, { ...message, elapsed: Number.POSITIVE_INFINITY }]],
    ["a third direction", [header, { ...message, direction: "up" }]],
    ["a message of text", [header, { ...message, message: "text" }]],
    ["a gap of half a message", [header, { type: "dropped", elapsed: 0, messages: 0.5, bytes: 0 }]],
    ["no ending", [header, { ...end, ending: { kind: "over" } }]],
    ["a cut by nobody", [header, { ...end, ending: { kind: "cut", by: "me" } }]],
    ["a close code that is none", [header, { ...end, ending: { kind: "cut", by: "local", closeCode: -1 } }]],
    ["a reason that is none", [header, { ...end, ending: { kind: "cancelled", reason: 1 } }]],
    ["a reason of more than 1 MiB", [header, { ...end, ending: { kind: "cancelled", reason: "x".repeat(2 ** 20) } }]],
  ];

  test.each(wrong)("%s is refused, after everything before it", async (_, chunks, options) => {
    const written = await readAll(
      streamOf(...(chunks as readonly TapeRecord[])).pipeThrough(new TapeEncoderStream(options)),
      "slow",
    );
    expect(written.end).toStrictEqual({ rejected: expect.any(TypeError) });
    if (chunks[0] === header) expect(written.values.length).toBe(chunks.length - 1);
  });

  test.each([
    ["a function", { a: () => 1 }],
    ["bytes", { a: A }],
    ["a date", { a: [new Date(0)] }],
    ["a lone surrogate", { a: "\ud800" }],
    ["a bigint", { a: 1n }],
  ])("metadata with %s is refused", (_, metadata) => {
    expect(() => Reflect.construct(TapeEncoderStream, [{ metadata }])).toThrow(FrameEncodeError);
  });
});
