import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder that is gone when it is removed, and at the latest when the runner ends, however it does. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
}

export async function createTemporaryFolder(name: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), `channel-frames-${name}-`));
  // What has just been ended may still be writing.
  const how = { recursive: true, force: true, maxRetries: 5 } as const;
  const atExit = (): void => rmSync(path, how);
  process.once("exit", atExit);
  return {
    path,
    async remove() {
      process.off("exit", atExit);
      await rm(path, how);
    },
  };
}
