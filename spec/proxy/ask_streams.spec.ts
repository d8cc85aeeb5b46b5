import { type Ask, AskDecoderStream, AskEncoderStream, AskError, encodeAsk } from "channel-frames/proxy";
import { describe, expect, test } from "vitest";
import { pullSource } from "../support/pull_source.ts";
import { readAll } from "../support/read_all.ts";

const asks: readonly Ask[] = [
  { channel: 1, kind: "vault/get", payload: Uint8Array.of(1, 2) },
  { channel: 2, kind: "mcp/notifications", payload: new Uint8Array() },
];
const [first, last] = asks.map((ask) => encodeAsk(ask));

/** Everything that is no ask, by the code of the error. */
const bad: readonly (readonly [string, unknown])[] = [
  ["short", new Uint8Array()],
  ["short", new Uint8Array(4)],
  ["unknown-kind", Uint8Array.of(0, 0, 0, 1, 200)],
  ["not-a-message", null],
];

/** A source of anything, as the types would not let through what is tried here. */
function sourceOf(...chunks: readonly unknown[]): ReadableStream<Uint8Array> {
  return pullSource(chunks as Uint8Array[], "close").stream;
}

describe("AskDecoderStream", () => {
  test.each([undefined, {}, { onMalformed: "skip" }] as const)("leaves out what is no ask: %o", async (options) => {
    const wrong = bad.map(([, thing]) => thing);
    const source = sourceOf(...wrong, first, "text", ...wrong, last);
    expect(await readAll(source.pipeThrough(new AskDecoderStream(options)))).toStrictEqual({
      values: asks,
      end: "done",
    });
  });

  test("tells what it leaves out", async () => {
    const told: unknown[] = [];
    const onMalformed = (error: AskError, message: unknown): void => void told.push([error.code, message]);
    const source = sourceOf(...bad.map(([, thing]) => thing), first);
    await readAll(source.pipeThrough(new AskDecoderStream({ onMalformed })));
    expect(told).toStrictEqual(bad);
  });

  test.each(bad)('errors by %s with onMalformed: "error", behind what came before', async (code, thing) => {
    const decoder = new AskDecoderStream({ onMalformed: "error" });
    const { values, end } = await readAll(sourceOf(first, thing, last).pipeThrough(decoder));
    expect(values).toStrictEqual(asks.slice(0, 1));
    const error = end === "done" ? undefined : end.rejected;
    expect(error).toBeInstanceOf(AskError);
    expect(error).toHaveProperty("code", code);
  });

  test("errors with what onMalformed throws", async () => {
    const reason = new Error("mine");
    const decoder = new AskDecoderStream({
      onMalformed() {
        throw reason;
      },
    });
    const { end } = await readAll(sourceOf(new Uint8Array()).pipeThrough(decoder));
    expect(end).toStrictEqual({ rejected: reason });
  });

  test("refuses an option that has no sense", () => {
    // A cast, as the types do not let through what is tried here.
    expect(() => new AskDecoderStream({ onMalformed: "ignore" as "skip" })).toThrow(TypeError);
  });

  test("ends by its signal", async () => {
    const abort = new AbortController();
    const reader = new ReadableStream().pipeThrough(new AskDecoderStream({ signal: abort.signal })).getReader();
    const read = reader.read();
    abort.abort("enough");
    await expect(read).rejects.toBe("enough");
  });
});

describe("AskEncoderStream", () => {
  test("writes what the decoder reads", async () => {
    const source = pullSource([...asks], "close").stream;
    const decoded = source
      .pipeThrough(new AskEncoderStream())
      .pipeThrough(new AskDecoderStream({ onMalformed: "error" }));
    expect(await readAll(decoded)).toStrictEqual({ values: asks, end: "done" });
  });

  test("errors by what cannot be written, behind what came before", async () => {
    const wrong: Ask = { channel: -1, kind: "vault/get", payload: new Uint8Array() };
    const { values, end } = await readAll(
      pullSource<Ask>([...asks.slice(0, 1), wrong], "close").stream.pipeThrough(new AskEncoderStream()),
    );
    expect(values).toStrictEqual([first]);
    expect(end).toHaveProperty("rejected.code", "shape");
  });
});
