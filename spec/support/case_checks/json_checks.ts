import {
  decodeFrame,
  encodeFrame,
  FrameEncodeError,
  FrameError,
  notificationFrames,
  readFrames,
  runLoopFrames,
} from "channel-frames";
import { expect, vi } from "vitest";
import { frameA, frameB, textFrame } from "../frames.ts";
import { A, B, item, message } from "../messages.ts";
import { pullSource } from "../pull_source.ts";
import { readAll } from "../read_all.ts";
import type { Checks } from "./check.ts";

function thrown(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown");
}

/** What encoding a custom notification with these params fails with. */
function refusal(params: unknown): unknown {
  // A cast, as the types would not let these through.
  const notification = { method: "x", params } as never;
  return thrown(() => encodeFrame(notificationFrames, { type: "notification", notification }));
}

export const jsonChecks: Checks = {
  "js-01"() {
    const text = '{"method":"x","params":{"__proto__":{"x":1},"constructor":2,"prototype":3,"toJSON":"t"}}';
    const frame = decodeFrame(notificationFrames, message(0, text));
    const params: unknown = frame.type === "notification" ? frame.notification.params : undefined;
    expect(Object.keys(Object(params))).toStrictEqual(["__proto__", "constructor", "prototype", "toJSON"]);
    expect(Object.getPrototypeOf(params)).toBe(Object.prototype);
    expect(Reflect.get({}, "x")).toBe(undefined);
    expect(new TextDecoder().decode(encodeFrame(notificationFrames, frame).subarray(1))).toBe(text);
  },

  "js-03"() {
    const logprobs = [{ token: "a", bytes: { toString: 1 }, logprob: 1, top_logprobs: [] }];
    const block = { type: "text", text: { valueOf: 1 } };
    const lacking = [{ token: "a", bytes: { toString: 1 }, logprob: 1 }];
    for (const chunk of [
      { type: "assistant_text_content", text: "a", logprobs },
      { type: "assistant_text_content", text: "a", logprobs: lacking },
      { type: "tool_response", id: "x", content: [block] },
      { type: "tool_response", id: "x", content: [{ type: { valueOf: 1 } }] },
    ]) {
      const error = thrown(() => decodeFrame(runLoopFrames, item(chunk)));
      expect(error).toBeInstanceOf(FrameError);
      expect(error).toMatchObject({ code: "chunk", issues: expect.arrayContaining([expect.any(Object)]) });
    }
  },

  "js-05"() {
    const nested = (levels: number): Uint8Array => message(1, "[".repeat(levels) + "]".repeat(levels));
    expect(decodeFrame(runLoopFrames, nested(127)).type).toBe("error");
    for (const levels of [128, 10_000, 1_000_000]) {
      const deep = nested(levels);
      const start = performance.now();
      const error = thrown(() => decodeFrame(runLoopFrames, deep));
      expect(performance.now() - start).toBeLessThan(200);
      expect(error).toBeInstanceOf(FrameError);
      expect(error).toMatchObject({ code: "error" });
    }
  },

  "js-07"() {
    const encoding = thrown(() => encodeFrame(runLoopFrames, textFrame("\ud83d")));
    expect(encoding).toBeInstanceOf(FrameEncodeError);
    const escaped = message(0, '{"type":"assistant_text_content","text":"\\ud83d"}');
    const decoding = thrown(() => decodeFrame(runLoopFrames, escaped));
    expect(decoding).toBeInstanceOf(FrameError);
    expect(decoding).toMatchObject({ code: "chunk" });
  },

  async "js-09"() {
    const start = message(0, '{"method":"x');
    const cut = new Uint8Array([...start, 0xe2, 0x82]);
    const errors: FrameError[] = [];
    const onMalformed = (error: FrameError): void => void errors.push(error);
    const told = readFrames(pullSource([cut, A]).stream, notificationFrames, { onMalformed });
    expect(await readAll(told)).toStrictEqual({ values: [frameA], end: "done" });
    expect(errors.map(({ code, index }) => [code, index])).toStrictEqual([["body", 0]]);
    const skipped = readFrames(pullSource([cut, A]).stream, notificationFrames, { onMalformed: "skip" });
    expect(await readAll(skipped)).toStrictEqual({ values: [frameA], end: "done" });
  },

  "js-11"() {
    const toJSON = vi.fn(() => "called");
    const cycle: { again?: unknown } = {};
    cycle.again = cycle;
    const getter = {
      get value(): never {
        throw new Error("no");
      },
    };
    const refused: readonly (readonly [params: unknown, path: string])[] = [
      [{ a: [1, undefined] }, "params.a[1]"],
      [{ a: () => 1 }, "params.a"],
      [{ a: Symbol("a") }, "params.a"],
      [{ a: 1n }, "params.a"],
      [{ a: [[Number.NaN]] }, "params.a[0][0]"],
      [{ a: Number.POSITIVE_INFINITY }, "params.a"],
      [{ a: new Date() }, "params.a"],
      [{ a: new Map() }, "params.a"],
      [{ a: { toJSON } }, "params.a"],
      [{ a: getter }, "params.a.value"],
      [{ a: cycle }, "params.a.again"],
    ];
    for (const [params, path] of refused) {
      const error = refusal(params);
      expect(error).toBeInstanceOf(FrameEncodeError);
      expect(error).toMatchObject({ code: "not-json", path });
    }
    // The whole value: a cast, as the types would not let it through.
    const whole = thrown(() => encodeFrame(runLoopFrames, { type: "error", error: undefined as never }));
    expect(whole).toBeInstanceOf(FrameEncodeError);
    expect(whole).toMatchObject({ path: "" });
    expect(toJSON).not.toHaveBeenCalled();

    const left = encodeFrame(notificationFrames, {
      type: "notification",
      notification: { method: "x", params: { a: undefined, b: 1 } },
    });
    expect(new TextDecoder().decode(left)).toBe('\0{"method":"x","params":{"b":1}}');
  },

  "js-12"() {
    for (const value of [
      { method: "x", params: [] },
      { method: "x", params: [1] },
      { method: "x", params: { _meta: [] } },
    ]) {
      const error = thrown(() => decodeFrame(notificationFrames, item(value)));
      expect(error).toBeInstanceOf(FrameError);
      expect(error).toMatchObject({ code: "body" });
    }
    const meta = thrown(() => decodeFrame(runLoopFrames, item({ type: "user", prompt: "a", _meta: [] })));
    expect(meta).toMatchObject({ code: "chunk" });
    const response = { type: "tool_response", id: "x", structuredContent: [1] };
    const frame = decodeFrame(runLoopFrames, item(response));
    expect(frame).toStrictEqual({ type: "chunk", chunk: response });
    expect(encodeFrame(runLoopFrames, frame)).toStrictEqual(item(response));
  },

  "js-13"() {
    const first = encodeFrame(notificationFrames, frameA);
    const second = encodeFrame(notificationFrames, frameB);
    expect(first).toStrictEqual(A);
    expect(second).toStrictEqual(B);
    for (const one of [first, second]) {
      expect(one.byteOffset).toBe(0);
      expect(one.buffer.byteLength).toBe(one.byteLength);
    }
  },
};
