import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { WebSocket } from "ws";
import type { Done, Letter, Listening, Order, Way } from "./orders.ts";

/** A socket to the sending process, and what to send on it. */
export interface Line {
  readonly socket: WebSocket;
  /** @returns the processor time that it took, in milliseconds, once all is sent */
  order(order: Order): Promise<number>;
}

/** The sending process, as the receiving one sees it. */
export class PeerProcess {
  readonly #process: ChildProcess;
  readonly #port: number;
  readonly #waiting: Map<number, (cpu: number) => void> = new Map();
  #last = 0;

  static async start(): Promise<PeerProcess> {
    const child = fork(fileURLToPath(new URL("peer.mjs", import.meta.url)));
    const [{ port }] = (await once(child, "message")) as [Listening];
    return new PeerProcess(child, port);
  }

  private constructor(child: ChildProcess, port: number) {
    this.#process = child;
    child.once("exit", failed);
    this.#port = port;
    child.on("message", ({ id, cpu }: Done) => {
      this.#waiting.get(id)?.(cpu);
      this.#waiting.delete(id);
    });
  }

  /** Opens a socket. What is to read from it must be in place before `ready`. */
  line(way: Way): Line {
    const path = `/${way}/${this.#last++}`;
    const socket = new WebSocket(`ws://127.0.0.1:${this.#port}${path}`);
    const opened = once(socket, "open");
    return {
      socket,
      order: async (order) => {
        await opened;
        return this.#send(path, order);
      },
    };
  }

  stop(): void {
    this.#process.off("exit", failed);
    this.#process.disconnect();
  }

  #send(path: string, order: Order): Promise<number> {
    const letter: Letter = { id: this.#last++, path, order };
    return new Promise((resolve) => {
      this.#waiting.set(letter.id, resolve);
      this.#process.send(letter);
    });
  }
}

function failed(): never {
  throw new Error("The sending process is gone");
}
