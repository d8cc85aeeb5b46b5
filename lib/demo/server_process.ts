import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The program of `standing_server.ts`, in a process of its own. It gets ready, and goes on when it is told to. */
export class ServerProcess {
  /** Rejects if it ends before it is killed. */
  readonly broke: Promise<never>;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #isKilled = false;

  /** @param url where the proxy is */
  constructor(url: string) {
    // In a checkout the sources run, by way of tsx; in the package what was built of them.
    const [name, loader] = import.meta.url.endsWith(".ts")
      ? ["standing_server.ts", ["--import", "tsx"]]
      : ["standing_server.js", []];
    const program = fileURLToPath(new URL(name, import.meta.url));
    this.#child = spawn(process.execPath, [...loader, program, url], {
      // A group of its own, with the MCP server that it starts.
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    this.#child.stdin?.on("error", () => {});
    this.#ended = once(this.#child, "exit").catch(() => {});
    this.broke = this.#ended.then(() => {
      if (this.#isKilled) return new Promise<never>(() => {});
      throw new Error("The server has ended by itself");
    });
    this.broke.catch(() => {});
  }

  /** The number of its group of processes. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** @param word on what comes next, for people */
  goOn(word: string): void {
    this.#child.stdin?.write(`${word}\n`);
  }

  /** Kills it where it stands, and the MCP server with it. */
  async kill(): Promise<void> {
    this.#isKilled = true;
    const { pid } = this.#child;
    try {
      if (pid !== undefined) process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
    } catch {
      // It has left already.
    }
    await this.#ended;
  }
}
