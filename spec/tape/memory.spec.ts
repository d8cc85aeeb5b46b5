import { replay, TapeDecoderStream, TapeEncoderStream, TapeRecorder } from "channel-frames/tape";
import { expect, test } from "vitest";
import { collectedHeap } from "../support/collected_heap.ts";
import { endless } from "../support/endless.ts";
import { pullSource } from "../support/pull_source.ts";

const message = new Uint8Array(1000).fill(1);
const MESSAGES = 60_000;

/** The most that is in use, garbage aside, at some points of a long way. */
async function mostOf(stream: ReadableStream<unknown>): Promise<number> {
  const reader = stream.getReader();
  const inUse = (): number => collectedHeap() + process.memoryUsage().arrayBuffers;
  let before = Number.NaN;
  let most = 0;
  for (let came = 0; !(await reader.read()).done; came++) {
    if (came === 5000) before = inUse();
    if (came > 5000 && came % 5000 === 0) most = Math.max(most, inUse() - before);
  }
  return most;
}

const messages = (): ReadableStream<Uint8Array> => pullSource(endless(message, MESSAGES)).stream;

test.each<[string, () => ReadableStream<unknown>]>([
  ["decoded", () => messages().pipeThrough(new TapeEncoderStream()).pipeThrough(new TapeDecoderStream())],
  ["replayed", () => replay(messages().pipeThrough(new TapeEncoderStream()))],
  [
    "recorded",
    () => {
      const recorder = new TapeRecorder();
      recorder.tape.pipeTo(new WritableStream()).catch(() => {});
      return messages().pipeThrough(recorder);
    },
  ],
])(
  "60 MB that are %s take no more memory at their end than after a twelfth of them",
  { timeout: 60_000 },
  async (_, open) => {
    // Buffers that are free are counted until the engine has got round to them.
    expect(await mostOf(open())).toBeLessThan(15_000_000);
  },
);
