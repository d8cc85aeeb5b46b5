import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { TapeDecoderStream, TapeEncoderStream, type TapeHeader, type TapeRecord } from "channel-frames/tape";
import { readAll } from "../../support/read_all.ts";

/** The tapes that `record_fixtures.ts` has recorded. */
export const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/tapes/${name}.tape`, import.meta.url));

export const header: TapeHeader = {
  type: "header",
  version: 1,
  family: "notifications",
  carrier: "a test",
  startedAt: Date.parse("2026-11-30T20:15:03.120Z"),
  metadata: {},
};

/** A message that was received so many milliseconds after the one before. */
export function received(message: Uint8Array, elapsed = 100): TapeRecord {
  return { type: "message", elapsed, direction: "in", message };
}

export const finish: TapeRecord = { type: "end", elapsed: 50, ending: { kind: "finish" } };

/** A tape of these records. */
export async function tapeOf(...records: readonly TapeRecord[]): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TapeEncoderStream();
  const reading = readAll(encoder.readable);
  const writer = encoder.writable.getWriter();
  for (const record of records) await writer.write(record);
  await writer.close();
  return new Uint8Array(Buffer.concat([...(await reading).values]));
}

/** The whole records of a tape. */
export async function recordsOf(tape: Uint8Array<ArrayBuffer>): Promise<readonly TapeRecord[]> {
  return (await readAll(new Blob([tape]).stream().pipeThrough(new TapeDecoderStream()))).values;
}

/** A folder of its own for a test's files. */
export class TestFolder {
  readonly path: string = mkdtempSync(join(tmpdir(), "channel-frames-"));

  file(name: string): string {
    return join(this.path, name);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
