import {
  anyJson,
  type DecoderInput,
  decodeFrame,
  defineFamily,
  FrameError,
  notificationFrames,
  rawFrames,
} from "channel-frames";
import { expect } from "vitest";
import { frameA } from "../frames.ts";
import { A } from "../messages.ts";
import { pullSource } from "../pull_source.ts";
import { readAll } from "../read_all.ts";
import { ways } from "../ways.ts";
import type { Checks } from "./check.ts";

/** What a WebSocket may hand to a decoder. */
export const websocketChecks: Checks = {
  "ws-16"() {
    const anything = defineFamily({
      item: { name: "value", schema: anyJson },
      error: { name: "error", schema: anyJson },
    });
    const large = new Uint8Array(24).fill(0xff);
    large.set([0x00, 0x7b, 0x7d], 14);
    const even = new Uint8Array(24).fill(0xff);
    even.set([0x00, 0x7b, 0x7d, 0x20], 14);
    const views = [
      large.subarray(14, 17),
      new DataView(large.buffer, 14, 3),
      new Uint16Array(even.buffer, 14, 2),
      new Int8Array(large.buffer, 14, 3),
    ];
    const copy = decodeFrame(anything, Uint8Array.of(0x00, 0x7b, 0x7d));
    expect(copy).toStrictEqual({ type: "value", value: {} });
    for (const view of views) expect(decodeFrame(anything, view)).toStrictEqual(copy);
  },

  async "ws-27"() {
    const chunks: DecoderInput[] = [A.slice().buffer, A, new DataView(A.slice().buffer), Buffer.from(A)];
    for (const { open } of ways) {
      const { frames } = open(pullSource(chunks).stream, notificationFrames);
      expect(await readAll(frames)).toStrictEqual({ values: [frameA, frameA, frameA, frameA], end: "done" });
    }
  },

  async "ws-30"() {
    for (const { open } of ways) {
      const message = A.slice();
      structuredClone(message.buffer, { transfer: [message.buffer] });
      const { frames, ending } = open(pullSource([message]).stream, notificationFrames);
      const { values, end } = await readAll(frames);
      expect(values).toStrictEqual([]);
      expect(end).toStrictEqual({ rejected: expect.any(FrameError) });
      const ended = await ending;
      expect(ended).toStrictEqual({ kind: "cut", frames: 0, reason: expect.any(FrameError) });
      expect(["empty", "not-a-message"]).toContain(ended.kind === "cut" && Reflect.get(Object(ended.reason), "code"));
    }
  },

  async "ws-33"() {
    // The documented rule: a body is a view, whatever the message was.
    for (const message of [Buffer.from([0, 1, 2]), Uint8Array.of(0, 1, 2), Buffer.alloc(3)]) {
      for (const { open } of ways) {
        message.set([0, 1, 2]);
        const { frames } = open(pullSource([message]).stream, rawFrames);
        const { values } = await readAll(frames);
        message.fill(9);
        expect(values).toHaveLength(1);
        const body: unknown = Reflect.get(Object(values[0]), "body");
        expect(body).toBeInstanceOf(Uint8Array);
        expect(body instanceof Uint8Array && [...body]).toStrictEqual([9, 9]);
        expect(body instanceof Uint8Array && body.buffer).toBe(message.buffer);
      }
    }
  },
};
