import { TapeDecoderStream, TapeEncoderStream, type TapeHeader, type TapeRecord } from "channel-frames/tape";
import { pullSource } from "../../support/pull_source.ts";
import { type Pace, type Reading, readAll } from "../../support/read_all.ts";

export type Bytes = Uint8Array<ArrayBuffer>;

export const header: TapeHeader = { type: "header", version: 1, startedAt: 0, metadata: {} };

export const finish: TapeRecord = { type: "end", elapsed: 0, ending: { kind: "finish" } };

/** The bytes of hexadecimal digits; whatever else is in the text separates them. */
export function hex(text: string): Bytes {
  return Uint8Array.from(text.match(/[0-9a-f]{2}/g) ?? [], (digits) => Number.parseInt(digits, 16));
}

export function joined(parts: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

/** The same bytes in chunks of that size, each in memory of its own. */
export function inChunks(bytes: Uint8Array, size: number): readonly Bytes[] {
  return Array.from({ length: Math.ceil(bytes.byteLength / size) }, (_, at) => {
    return new Uint8Array(bytes.slice(at * size, (at + 1) * size));
  });
}

export function streamOf<T>(...chunks: readonly T[]): ReadableStream<T> {
  return pullSource(chunks).stream;
}

/** The bytes of records, each apart. */
export async function encoded(records: readonly TapeRecord[]): Promise<readonly Uint8Array[]> {
  const { values, end } = await readAll(streamOf(...records).pipeThrough(new TapeEncoderStream()));
  if (end !== "done") throw end.rejected;
  return values;
}

/** The whole tape of some records. */
export async function tapeOf(...records: readonly TapeRecord[]): Promise<Bytes> {
  return joined(await encoded(records));
}

export function decoded(chunks: readonly unknown[], pace?: Pace): Promise<Reading<TapeRecord>> {
  return readAll(streamOf(...(chunks as readonly Uint8Array[])).pipeThrough(new TapeDecoderStream()), pace);
}

/** All that a stream of bytes gives. */
export async function allBytes(stream: ReadableStream<Uint8Array>): Promise<Bytes> {
  const { values, end } = await readAll(stream);
  if (end !== "done") throw end.rejected;
  return joined(values);
}
