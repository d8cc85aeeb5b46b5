import {
  FrameEncodeError,
  NotificationDecoderStream,
  NotificationEncoderStream,
  type NotificationFrame,
  RunLoopDecoderStream,
  RunLoopEncoderStream,
} from "channel-frames";
import { expect, test } from "vitest";
import { chunkFrame, frameA, frameB, frameC, frameE, textFrame } from "../support/frames.ts";
import { A, B, C, E } from "../support/messages.ts";
import { turn } from "../support/pause.ts";
import { pullSource } from "../support/pull_source.ts";
import { paces, readAll } from "../support/read_all.ts";

test("FrameEncoderStream writes each message into a buffer of its own, of exactly its size", async () => {
  const { values } = await readAll(
    pullSource([frameA, frameB, frameC, frameE]).stream.pipeThrough(new NotificationEncoderStream()),
  );
  expect(values).toStrictEqual([A, B, C, E]);
  expect(values.map((value) => [value.byteOffset, value.buffer.byteLength])).toStrictEqual(
    [A, B, C, E].map((value) => [0, value.length]),
  );
  expect(new Set(values.map((value) => value.buffer)).size).toBe(4);
});

test("FrameEncoderStream gives back what a decoder has read, frame for frame", async () => {
  const frames = [frameA, frameB, frameE];
  const source = pullSource(frames).stream.pipeThrough(new NotificationEncoderStream());
  expect(await readAll(source.pipeThrough(new NotificationDecoderStream()))).toStrictEqual({
    values: frames,
    end: "done",
  });
});

for (const pace of paces) {
  test(`FrameEncoderStream gives a reader that is ${pace} every message before a frame that must not be written`, async () => {
    const bad: NotificationFrame = { type: "notification", notification: { method: "x", params: { n: Number.NaN } } };
    const source = pullSource([frameA, frameB, bad, frameC], "wait");
    const { values, end } = await readAll(source.stream.pipeThrough(new NotificationEncoderStream()), pace);
    expect(values).toStrictEqual([A, B]);
    expect(end).toStrictEqual({ rejected: expect.any(FrameEncodeError) });
    expect(end).toMatchObject({ rejected: { code: "not-json", path: "params.n" } });
    await turn();
    expect(source.cancels).toHaveLength(1);
    expect(end).toHaveProperty("rejected", source.cancels[0]);
  });
}

test("FrameEncoderStream passes its options on", async () => {
  const usage = chunkFrame({ type: "usage", completion_tokens: 1, prompt_tokens: 2, total_tokens: 3 });
  const wide = {
    type: "chunk",
    chunk: { type: "usage", completion_tokens: 2n ** 60n, prompt_tokens: 2, total_tokens: 3 },
  } as const;
  const refused = await readAll(pullSource([usage, wide]).stream.pipeThrough(new RunLoopEncoderStream()));
  expect(refused.values).toHaveLength(1);
  expect(refused.end).toHaveProperty("rejected.code", "not-json");

  const written = pullSource([usage, wide]).stream.pipeThrough(new RunLoopEncoderStream({ integers: "bigint" }));
  const read = await readAll(written.pipeThrough(new RunLoopDecoderStream({ integers: "bigint" })));
  expect(read).toStrictEqual({ values: [usage, wide], end: "done" });

  const small = new RunLoopEncoderStream({ maxMessageBytes: 60 });
  const limited = await readAll(pullSource([textFrame("a"), textFrame("a".repeat(60))]).stream.pipeThrough(small));
  expect(limited.values).toHaveLength(1);
  expect(limited.end).toHaveProperty("rejected.code", "too-large");
});
