import { createHash } from "node:crypto";
import { decodeFrame, encodeFrame, type FrameFamily, notificationFrames, runLoopFrames } from "channel-frames";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { naiveChunk, naiveNotification } from "../../bench/hand/naive_schemas.ts";
import { parse } from "../../bench/hand/unchecked.ts";
import { chunks, largeMessages, notifications, source, type Workload } from "../../bench/workloads.ts";

interface Expected {
  readonly make: () => Workload;
  readonly family: FrameFamily<Parameters<typeof encodeFrame>[1]>;
  readonly schema: v.GenericSchema;
  readonly count: number;
  /** Bytes of a message, on average. */
  readonly bytes: readonly [least: number, most: number];
  /** Figures of two runs compare only if the messages are the same: whoever changes them changes this. */
  readonly digest: string;
}

const workloads: Readonly<Record<string, Expected>> = {
  A: {
    make: notifications,
    family: notificationFrames,
    schema: naiveNotification,
    count: 1000,
    bytes: [150, 250],
    digest: "083b107b5abb71a6",
  },
  B: {
    make: chunks,
    family: runLoopFrames,
    schema: naiveChunk,
    count: 1000,
    bytes: [70, 110],
    digest: "b81d7153e5e80b19",
  },
  C: {
    make: largeMessages,
    family: runLoopFrames,
    schema: naiveChunk,
    count: 16,
    bytes: [64_000, 67_000],
    digest: "85c3fdabd8efa8e5",
  },
};

function digestOf(messages: readonly Uint8Array[]): string {
  const hash = createHash("sha256");
  for (const message of messages) hash.update(message);
  return hash.digest("hex").slice(0, 16);
}

describe.each(Object.entries(workloads))("workload %s", (_, { make, family, schema, count, bytes, digest }) => {
  const { messages } = make();

  it("is the same each time", () => {
    expect(digestOf(messages)).toBe(digest);
    expect(digestOf(make().messages)).toBe(digest);
  });

  it("holds valid messages, which are not all alike", () => {
    const frames = messages.map((message) => decodeFrame(family, message));
    expect(digestOf(frames.map((frame) => encodeFrame(family, frame)))).toBe(digest);
    expect(new Set(frames.map((frame) => JSON.stringify(frame))).size).toBeGreaterThan(0.9 * count);
  });

  it("is what the naive schema accepts, and leaves as it is", () => {
    const values = messages.map(parse);
    expect(values.map((value) => v.parse(schema, value))).toEqual(values);
  });

  it("has messages of the size and kind that it is said to have", () => {
    expect(messages).toHaveLength(count);
    const sizes = messages.map(({ length }) => length);
    const average = sizes.reduce((sum, size) => sum + size, 0) / count;
    expect(average).toBeGreaterThan(bytes[0]);
    expect(average).toBeLessThan(bytes[1]);
    const beyondAscii = messages.filter((message) => message.some((byte) => byte > 0x7f));
    expect(beyondAscii.length).toBeGreaterThan(0);
    expect(beyondAscii.length).toBeLessThan(count / 5);
  });
});

describe("a source", () => {
  it("hands out as many messages as it is asked for, one for each pull", async () => {
    const { messages } = chunks();
    const came = [];
    const reader = source(messages, 1001).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) came.push(next.value);
    expect(digestOf(came)).toBe(digestOf([...messages, ...messages.slice(0, 1)]));
  });
});
