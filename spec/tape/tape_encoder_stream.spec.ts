import { CutError } from "channel-frames";
import { type TapeEncoderOptions, TapeEncoderStream, type TapeRecord } from "channel-frames/tape";
import { describe, expect, test } from "vitest";
import { A, B } from "../support/messages.ts";
import { pullSource, type SourceEnd } from "../support/pull_source.ts";
import { readAll } from "../support/read_all.ts";
import { decoded, header, joined } from "./support/tapes.ts";
import { ticking } from "./support/ticking.ts";

type Input = TapeRecord | Uint8Array | ArrayBuffer | DataView;

/** What is written, and what becomes of the reading of it. */
async function write(chunks: readonly unknown[], options?: TapeEncoderOptions, end?: SourceEnd) {
  const source = pullSource(chunks as readonly Input[], end);
  const written = await readAll(source.stream.pipeThrough(new TapeEncoderStream(options)), "slow");
  const { values: records, end: how } = await decoded([joined(written.values)]);
  return { chunks: written.values.length, end: written.end, records, how };
}

describe("of messages", () => {
  test("it makes a whole tape: header, the messages with their times, and the finish", async () => {
    const options: TapeEncoderOptions = {
      family: "notifications",
      carrier: "test",
      metadata: { a: 1 },
      direction: "out",
      clock: ticking(1_770_000_000_000, 1.5),
    };
    const buffer = new Uint8Array(B).buffer;
    expect(await write([A, buffer, new DataView(buffer)], options)).toStrictEqual({
      chunks: 5,
      end: "done",
      records: [
        {
          type: "header",
          version: 1,
          family: "notifications",
          carrier: "test",
          startedAt: 1_770_000_000_000,
          metadata: { a: 1 },
        },
        { type: "message", elapsed: 1.5, direction: "out", message: A },
        { type: "message", elapsed: 1.5, direction: "out", message: B },
        { type: "message", elapsed: 1.5, direction: "out", message: B },
        { type: "end", elapsed: 1.5, ending: { kind: "finish" } },
      ],
      how: "done",
    });
  });

  test("none is a tape, too", async () => {
    const { records, how } = await write([]);
    expect([records.map(({ type }) => type), how]).toStrictEqual([["header", "end"], "done"]);
  });

  test("a break is written, and closes the tape, which is complete", async () => {
    const reason = new CutError({ by: "scope", closeCode: 1006, reason: "r", cause: new Error("c") });
    const { end, records, how } = await write([A], {}, { throws: reason });
    expect([end, how]).toStrictEqual(["done", "done"]);
    const ending = { kind: "cut", by: "scope", closeCode: 1006, reason: "r", message: "c" };
    expect(records.at(-1)).toStrictEqual({ type: "end", elapsed: expect.any(Number), ending });
  });

  test("a break before anything came is written, and errors the readable as well", async () => {
    const reason = new Error("r");
    const { end, records, how } = await write([], {}, { throws: reason });
    expect([end, how]).toStrictEqual([{ rejected: reason }, "done"]);
    expect(records.at(-1)).toMatchObject({ ending: { kind: "cut", message: "r" } });
  });

  test("a clock that is set back stands still", async () => {
    const times = [1000, 900, 901.25, 800];
    const { records } = await write([A, B], { clock: () => times.shift() ?? 0 });
    expect(records.map((record) => "elapsed" in record && record.elapsed)).toStrictEqual([false, 0, 1.25, 0]);
  });

  test("times are rounded without losing any", async () => {
    const { records } = await write(Array(100).fill(A), { clock: ticking(0, 0.00033) });
    const sum = records.reduce((sum, record) => sum + ("elapsed" in record ? record.elapsed : 0), 0);
    expect(sum).toBeCloseTo(0.033, 3);
  });
});

describe("of records", () => {
  test("it writes each as it is, and adds nothing", async () => {
    const message: TapeRecord = { type: "message", elapsed: 1, direction: "in", message: A };
    const { chunks, end, records, how } = await write([header, message]);
    expect([chunks, end, records]).toStrictEqual([2, "done", [header, message]]);
    expect(how).toMatchObject({ rejected: { code: "cut" } });
  });

  test("a break adds nothing either", async () => {
    const reason = new Error("r");
    const { end, records, how } = await write([header], {}, { throws: reason });
    expect([end, records]).toStrictEqual([{ rejected: reason }, [header]]);
    expect(how).toMatchObject({ rejected: { code: "cut" } });
  });
});

test.each([{ direction: "up" }, { metadata: [] }, { family: 7 }, { clock: () => Number.NaN }])(
  "an option that has no sense is refused: %o",
  (options) => {
    expect(() => Reflect.construct(TapeEncoderStream, [options])).toThrow(TypeError);
  },
);
