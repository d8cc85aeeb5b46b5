import {
  type AnyFrame,
  decodeFrame,
  encodeFrame,
  FrameError,
  type FrameFamily,
  notificationFrames,
  type RawFrame,
  rawFrames,
  runLoopFamily,
  runLoopFrames,
} from "channel-frames";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { notificationFrame } from "../notifications/notification_arbitrary.ts";
import { runLoopFrame } from "../run-loop/chunk_arbitrary.ts";
import { jsonText, mutated } from "./json_arbitrary.ts";
import { canonical, oracle } from "./json_oracle.ts";
import { bodyText } from "./probes.ts";

const rawFrame: fc.Arbitrary<RawFrame> = fc.record({
  type: fc.constantFrom("item" as const, "error" as const),
  body: fc.uint8Array(),
});

const families: readonly (readonly [string, FrameFamily<AnyFrame>, fc.Arbitrary<AnyFrame>])[] = [
  ["notificationFrames", notificationFrames, notificationFrame],
  ["runLoopFrames", runLoopFrames, runLoopFrame],
  ["a runLoopFamily", runLoopFamily({ toolCallArguments: "either", unknownChunks: "pass" }), runLoopFrame],
  ["rawFrames", rawFrames, rawFrame],
];

const modes = [{ integers: "number" as const }, { integers: "bigint" as const }];

const codes = ["empty", "unknown-tag", "body", "chunk", "error"];

describe.each(families)("%s", (_, family, frames) => {
  it("reads back every frame that it writes, in both modes of integers", () => {
    fc.assert(
      fc.property(frames, fc.constantFrom(...modes), (frame, options) => {
        const bytes = encodeFrame(family, frame, options);
        const again = decodeFrame(family, bytes, options);
        if (family === rawFrames) expect(again).toEqual(frame);
        else if (options.integers === "number") expect(canonical(again)).toBe(canonical(frame));
        expect(again.type).toBe(frame.type);
        // Whatever is read is written again as the same bytes, as key order and spelling are ours already.
        expect(encodeFrame(family, again, options)).toEqual(bytes);
      }),
      { numRuns: 150 },
    );
  });

  it("makes a frame or a FrameError of any bytes, and of a frame the same JSON value again", () => {
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      jsonText.map((text) => new TextEncoder().encode(text)),
      mutated(frames.map((frame) => encodeFrame(family, frame).subarray(1))),
    );
    const bytes = fc.oneof(
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 3 }) },
      {
        weight: 9,
        arbitrary: fc
          .tuple(fc.constantFrom(0, 0, 0, 1, 1, 2, 255), body)
          .map(([tag, rest]) => Uint8Array.of(tag, ...rest)),
      },
    );
    const seen = { frames: 0, errors: 0 };
    fc.assert(
      fc.property(bytes, fc.constantFrom(...modes), (message, options) => {
        const copy = message.slice();
        let frame: AnyFrame;
        try {
          frame = decodeFrame(family, message, options);
        } catch (error) {
          seen.errors++;
          // Nothing else may be thrown, whatever the bytes are.
          if (!(error instanceof FrameError)) throw error;
          expect(codes).toContain(error.code);
          expect(error.tag).toBe(message[0]);
          return;
        } finally {
          expect(message).toEqual(copy);
        }
        seen.frames++;
        expect(message[0]).toBe(frame.type === "error" ? 1 : 0);
        const again = encodeFrame(family, frame, options);
        if (family === rawFrames) expect(again).toEqual(message);
        else {
          const [was, is] = [message.subarray(1), again.subarray(1)].map((one) => oracle(one, 127, options.integers));
          if (!was?.ok || !is?.ok) expect.fail(`no JSON: ${bodyText(again)}`);
          expect(canonical(is.value)).toBe(canonical(was.value));
        }
      }),
      { numRuns: 700 },
    );
    expect(seen.frames).toBeGreaterThan(5);
    expect(seen.errors).toBeGreaterThan(5);
  });
});
