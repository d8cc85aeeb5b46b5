import { type ReplayOptions, replay, type TapeRecord } from "channel-frames/tape";
import { describe, expect, test } from "vitest";
import { A, B, C } from "../support/messages.ts";
import { messageAt, replayed } from "./support/replayed.ts";
import { finish, header, streamOf } from "./support/tapes.ts";

describe("a part of a tape", () => {
  const records = [header, messageAt(10, A), messageAt(10, B, "out"), messageAt(10, C), { ...finish, elapsed: 10 }];
  const stopped = { code: "cut", by: "local", reason: "The replay was asked to stop here" };
  const parts: readonly (readonly [ReplayOptions, readonly Uint8Array[], object | undefined])[] = [
    [{}, [A, B, C], undefined],
    [{ from: 10 }, [A, B, C], undefined],
    [{ from: 10.001 }, [B, C], undefined],
    [{ from: 1e9 }, [], undefined],
    [{ until: 40 }, [A, B, C], undefined],
    [{ until: 39.999 }, [A, B, C], stopped],
    [{ until: 29.999 }, [A, B], stopped],
    [{ until: 20, from: 20 }, [B], stopped],
    [{ until: 0 }, [], stopped],
    [{ direction: "in" }, [A, C], undefined],
    [{ direction: "out" }, [B], undefined],
    [{ direction: "out", from: 15, until: 25 }, [B], stopped],
  ];

  test.each(parts)("%o", async (options, messages, error) => {
    const { values, end } = await replayed(records, options);
    expect(values).toStrictEqual(messages);
    if (error) expect(end).toMatchObject({ rejected: error });
    else expect(end).toBe("done");
  });

  const gap: TapeRecord = { type: "dropped", elapsed: 5, messages: 3, bytes: 30 };
  const gapped = [header, messageAt(10, A), gap, messageAt(0, B), finish];
  const lacks = { code: "cut", by: "overrun", reason: "The tape lacks 3 messages here" };
  const gaps: readonly (readonly [ReplayOptions, readonly Uint8Array[], object | undefined])[] = [
    [{}, [A], lacks],
    [{ gaps: "skip" }, [A, B], undefined],
    [{ from: 15 }, [], lacks],
    [{ from: 15.001 }, [], undefined],
    [{ until: 12 }, [A], stopped],
  ];

  test.each(gaps)("with a gap: %o", async (options, messages, error) => {
    const { values, end } = await replayed(gapped, options);
    expect(values).toStrictEqual(messages);
    if (error) expect(end).toMatchObject({ rejected: error });
    else expect(end).toBe("done");
  });

  test.each([
    { speed: 0 },
    { speed: -1 },
    { speed: Number.NaN },
    { speed: "1" },
    { from: -1 },
    { until: 1, from: 2 },
    { gaps: "no" },
    { direction: "up" },
    { maxMessageBytes: -1 },
  ])("an option that has no sense is refused: %o", (options) => {
    expect(() => Reflect.apply(replay, undefined, [streamOf(A), options])).toThrow(TypeError);
  });

  test("a tape that is locked is refused", () => {
    const tape = streamOf(A);
    tape.getReader();
    expect(() => replay(tape)).toThrow(TypeError);
  });
});
