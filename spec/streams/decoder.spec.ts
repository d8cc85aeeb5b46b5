import { runInNewContext } from "node:vm";
import { type DecoderInput, FrameError, notificationFrames } from "channel-frames";
import { describe, expect, test } from "vitest";
import { frameA, frameB } from "../support/frames.ts";
import { A, B, BAD, message } from "../support/messages.ts";
import { turn } from "../support/pause.ts";
import { pullSource } from "../support/pull_source.ts";
import { readAll } from "../support/read_all.ts";
import { ways } from "../support/ways.ts";

const X = Symbol("no");

for (const { name, open } of ways) {
  describe(`${name}: onMalformed`, () => {
    test('"error" ends the stream with the FrameError and its place, text not counted', async () => {
      const { frames } = open(pullSource([A, "ping", B, BAD, A]).stream, notificationFrames);
      const { values, end } = await readAll(frames);
      expect(values).toStrictEqual([frameA, frameB]);
      expect(end).toStrictEqual({ rejected: expect.any(FrameError) });
      expect(end).toHaveProperty("rejected.code", "body");
      expect(end).toHaveProperty("rejected.index", 2);
    });

    test('"skip" leaves the message out and counts it', async () => {
      const source = pullSource([BAD, A, new Uint8Array(), B]);
      const { frames } = open(source.stream, notificationFrames, { onMalformed: "skip" });
      expect(await readAll(frames)).toStrictEqual({ values: [frameA, frameB], end: "done" });
      expect(source.cancels).toStrictEqual([]);
    });

    test("a function is told the error and the message, once each and in order", async () => {
      const told: [FrameError, Uint8Array][] = [];
      const bad = message(0, "[");
      const { frames } = open(pullSource([BAD, A, bad, B]).stream, notificationFrames, {
        onMalformed: (error, body) => void told.push([error, body]),
      });
      expect(await readAll(frames)).toStrictEqual({ values: [frameA, frameB], end: "done" });
      expect(told.map(([error]) => [error.code, error.index])).toStrictEqual([
        ["body", 0],
        ["body", 2],
      ]);
      expect(told.map(([, body]) => body)).toStrictEqual([BAD, bad]);
      expect(told[0]?.[1].buffer).toBe(BAD.buffer);
    });

    test("a function that throws ends the stream with what it throws", async () => {
      const source = pullSource([A, BAD, B]);
      const { frames, ending } = open(source.stream, notificationFrames, {
        onMalformed() {
          throw X;
        },
      });
      expect(await readAll(frames)).toStrictEqual({ values: [frameA], end: { rejected: X } });
      await turn();
      expect(source.cancels).toStrictEqual([X]);
      expect(await ending).toStrictEqual({ kind: "cut", frames: 1, reason: X });
    });

    test.each([null, undefined, 0, 1n, true, {}, [0, 1], new Blob(["x"]), new Map(), () => {}])(
      "does not apply to %o, which is no message at all",
      async (thing) => {
        // A cast, as the types would not let it through.
        const source = pullSource([A, thing as unknown as Uint8Array]);
        const told: unknown[] = [];
        const { frames, ending } = open(source.stream, notificationFrames, {
          onMalformed: (error) => void told.push(error),
        });
        const { values, end } = await readAll(frames);
        expect(values).toStrictEqual([frameA]);
        expect(end).toStrictEqual({ rejected: expect.any(FrameError) });
        expect(end).toHaveProperty("rejected.code", "not-a-message");
        expect(end).toHaveProperty("rejected.index", 1);
        expect(told).toStrictEqual([]);
        expect((await ending).kind).toBe("cut");
      },
    );
  });

  describe(`${name} takes a message`, () => {
    const padded = new Uint8Array(A.length + 5);
    padded.set(A, 3);
    const shared = new Uint8Array(new SharedArrayBuffer(A.length));
    shared.set(A);
    const evenly = new Uint8Array(A.length + (A.length % 2)).fill(0x20);
    evenly.set(A);

    test.each<[string, DecoderInput]>([
      ["as an ArrayBuffer", A.slice().buffer],
      ["as a Uint8Array", A],
      ["as a part of a larger buffer", padded.subarray(3, 3 + A.length)],
      ["as a DataView of a part", new DataView(padded.buffer, 3, A.length)],
      ["as a view of wider units", new Uint16Array(evenly.buffer)],
      ["as a Node Buffer", Buffer.from(A)],
      ["in shared memory", shared],
      ["of another realm", runInNewContext("Uint8Array.from(bytes)", { bytes: A })],
      ["as an ArrayBuffer of another realm", runInNewContext("Uint8Array.from(bytes).buffer", { bytes: A })],
    ])("%s", async (_, chunk) => {
      const { frames } = open(pullSource([chunk]).stream, notificationFrames);
      expect(await readAll(frames)).toStrictEqual({ values: [frameA], end: "done" });
    });

    test.each<[string, (buffer: ArrayBuffer) => DecoderInput]>([
      ["a Uint8Array", (buffer) => new Uint8Array(buffer)],
      ["a DataView", (buffer) => new DataView(buffer)],
      ["an ArrayBuffer", (buffer) => buffer],
    ])(
      "but not %s whose memory was transferred away, which is no reason to call the channel unserved",
      async (_, view) => {
        const buffer = A.slice().buffer;
        const chunk = view(buffer);
        structuredClone(buffer, { transfer: [buffer] });
        const { frames, ending } = open(pullSource([chunk]).stream, notificationFrames);
        const { end } = await readAll(frames);
        expect(end).toStrictEqual({ rejected: expect.any(FrameError) });
        expect(["empty", "not-a-message"]).toContain(
          "rejected" in Object(end) ? Reflect.get(Object(end).rejected, "code") : "",
        );
        expect((await ending).kind).toBe("cut");
      },
    );
  });
}
