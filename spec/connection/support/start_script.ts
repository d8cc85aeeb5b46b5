import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Starts a TypeScript file of the repository in a process of its own, and leaves it running. */
export function startScript(path: string, ...parameters: readonly string[]): ChildProcessByStdio<null, Readable, null> {
  const command = ["--import", "tsx", path, ...parameters];
  return spawn(process.execPath, command, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
}
