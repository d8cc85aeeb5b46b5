import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** How a process of the command line ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** The command line as a process of its own. */
export class CliProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<ProcessEnd>;
  out = "";
  err = "";

  constructor(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.child = spawn(process.execPath, ["--import", "tsx", "lib/cli/main.ts", ...argv], {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS: "", FORCE_COLOR: "", ...env },
    });
    this.child.stdout?.on("data", (data) => {
      this.out += String(data);
    });
    this.child.stderr?.on("data", (data) => {
      this.err += String(data);
    });
    this.child.stdin?.on("error", () => {});
    this.ended = new Promise((resolve) => {
      this.child.on("close", (code, signal) => resolve({ code, signal, out: this.out, err: this.err }));
    });
  }

  /** For the end of a test: nothing is left of it. */
  async stop(): Promise<void> {
    if (this.child.exitCode === null) this.child.kill("SIGKILL");
    await this.ended;
  }
}
