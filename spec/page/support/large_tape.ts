import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { notifications } from "../../../bench/workloads.ts";
import { encodeRecord } from "../../../lib/tape/encode_record.ts";

/** A tape of so many notifications, one each millisecond, that ends in order. */
export async function largeTape(rows: number): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "channel-frames-bench-"));
  const path = join(folder, "large.tape");
  const { messages } = notifications();
  const file = createWriteStream(path, { highWaterMark: 1024 * 1024 });
  file.write(
    encodeRecord({
      type: "header",
      version: 1,
      family: "notifications",
      carrier: "bench",
      startedAt: 1.77e12,
      metadata: {},
    }),
  );
  for (let at = 0; at < rows; at++) {
    const message = messages[at % messages.length] ?? new Uint8Array();
    const hasRoom = file.write(encodeRecord({ type: "message", elapsed: 1, direction: "in", message }));
    if (!hasRoom) await once(file, "drain");
  }
  file.end(encodeRecord({ type: "end", elapsed: 1, ending: { kind: "finish" } }));
  await finished(file);
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}
