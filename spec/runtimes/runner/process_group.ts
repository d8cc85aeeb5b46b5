import { type ChildProcess, spawn } from "node:child_process";

/** A command and what it needs. */
export interface Command {
  readonly file: string;
  readonly parameters: readonly string[];
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

const running = new Set<number>();

// Whoever ends the runner ends what it has started.
process.on("exit", () => running.forEach(killGroup));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}

/** A command with all that it starts in turn, as one group of processes. */
export class ProcessGroup {
  readonly #child: ChildProcess;
  #stdout = "";
  #stderr = "";
  /** Fulfils with the exit code when the command has ended, and everything it printed is here. */
  readonly ended: Promise<number | null>;

  constructor({ file, parameters, cwd, env }: Command) {
    const child = spawn(file, parameters, {
      cwd,
      env: { ...process.env, ...env },
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    if (child.pid !== undefined) running.add(child.pid);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.#stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      // A browser may go on about the machine for ever.
      this.#stderr = (this.#stderr + text).slice(-1500);
    });
    this.ended = new Promise((resolve) => {
      child.on("error", (error) => {
        this.#stderr += error.message;
        resolve(null);
      });
      child.on("close", resolve);
    });
  }

  get stdout(): string {
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** Ends all of the group: politely, then not. */
  async end(): Promise<void> {
    const { pid } = this.#child;
    if (pid === undefined) return;
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      try {
        process.kill(-pid, "SIGTERM");
      } catch {
        // It is gone already.
      }
      await Promise.race([this.ended, new Promise((resolve) => setTimeout(resolve, 2000))]);
    }
    // What the command has left behind still has its group.
    killGroup(pid);
    running.delete(pid);
  }
}
