import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** How a script ended, and what it had to say. */
export interface Run {
  readonly code: number | string | null;
  readonly output: string;
}

/** Runs a TypeScript file of the repository in a process of its own. */
export function runScript(path: string, ...parameters: readonly string[]): Promise<Run> {
  return new Promise((resolve) => {
    const command = ["--import", "tsx", path, ...parameters];
    execFile(process.execPath, command, { cwd: root, timeout: 15_000 }, (error, stdout, stderr) => {
      // A process that was killed has no code, only a signal.
      resolve({ code: error ? (error.code ?? error.signal ?? null) : 0, output: stdout + stderr });
    });
  });
}
