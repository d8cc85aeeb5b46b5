import { TapeDecoderStream, TapeEncoderStream, type TapeHeader, type TapeRecord } from "channel-frames/tape";
import { A } from "./messages.ts";
import { pullSource, type SourceEnd } from "./pull_source.ts";
import { readAll } from "./read_all.ts";

export const header: TapeHeader = {
  type: "header",
  version: 1,
  family: "notifications",
  startedAt: 1_770_000_000_000.125,
  metadata: { names: ["é", "😀"], deep: { list: [1.5, -1, null, true] } },
};

export const records: readonly TapeRecord[] = [
  header,
  { type: "message", elapsed: 0.5, direction: "in", message: A },
  { type: "dropped", elapsed: 1, messages: 2, bytes: 300 },
  { type: "message", elapsed: 70_000, direction: "out", message: new Uint8Array(70_000).fill(7) },
  { type: "message", elapsed: 5_000_000, direction: "in", message: new Uint8Array() },
  { type: "end", elapsed: 0, ending: { kind: "cut", by: "carrier", closeCode: 1006, reason: "ö", message: "m" } },
];

export function joined(parts: readonly unknown[]): Uint8Array<ArrayBuffer> {
  const chunks = parts.filter((part) => part instanceof Uint8Array);
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

export async function tapeOf(chunks: readonly unknown[], end?: SourceEnd): Promise<Uint8Array<ArrayBuffer>> {
  return joined((await readAll(pullSource(chunks, end).stream.pipeThrough(new TapeEncoderStream()))).values);
}

export const inChunks = (bytes: Uint8Array, size: number): readonly Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.slice(at * size, (at + 1) * size));

export const decode = (chunks: readonly unknown[], pace?: "slow"): ReturnType<typeof readAll> =>
  readAll(pullSource(chunks).stream.pipeThrough(new TapeDecoderStream()), pace);
