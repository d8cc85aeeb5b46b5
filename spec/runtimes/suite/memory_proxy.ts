import { type AnswerMessages, type Ask, AskChannel, decodeAsk } from "channel-frames/proxy";
import { turn } from "./turn.ts";

/** A path of an answer in memory. */
export interface MemoryPath {
  send(...messages: readonly Uint8Array[]): void;
  close(): void;
  break(reason: unknown): void;
  /** What the proxy left it with. */
  left(): readonly unknown[];
}

/** What a server sees of a proxy, in memory: one `/requests` connection at a time, and the paths that it opens. */
export class MemoryProxy {
  readonly asks: AskChannel = new AskChannel();
  /** What was asked on each connection. */
  readonly asked: Ask[][] = [];
  #end: () => void = () => {};

  connect(): void {
    const asked: Ask[] = [];
    this.asked.push(asked);
    this.asks.attach({
      readable: new ReadableStream({
        start: (controller) => {
          this.#end = () => controller.close();
        },
      }),
      writable: new WritableStream({ write: (message) => void asked.push(decodeAsk(message)) }),
    });
  }

  /** Ends the connection, as the server would. */
  async disconnect(): Promise<void> {
    this.#end();
    while (this.asks.isConnected) await turn();
  }

  /** Answers the last ask, once it is there and nobody has. */
  async open(kind: Ask["kind"] = "mcp/notifications"): Promise<MemoryPath> {
    for (;;) {
      const ask = this.asked
        .at(-1)
        ?.filter((ask) => ask.kind === kind)
        .at(-1);
      const claim = ask && this.asks.claim(kind, ask.channel);
      if (typeof claim === "object") {
        const [messages, path] = memoryPath();
        claim.answer(messages);
        await turn();
        return path;
      }
      await turn();
    }
  }

  /** An exchange of tools. */
  async exchange(): Promise<void> {
    this.asks.ask("mcp/list-tools").catch(() => {});
    (await this.open("mcp/list-tools")).close();
    await turn();
  }
}

function memoryPath(): [AnswerMessages, MemoryPath] {
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
  let over = (): void => {};
  const closed = new Promise<void>((resolve) => {
    over = resolve;
  });
  const left: unknown[] = [];
  const readable = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(its) {
      controller = its;
    },
    cancel(reason) {
      left.push(reason);
      over();
    },
  });
  const path: MemoryPath = {
    send(...messages) {
      for (const message of messages) controller.enqueue(new Uint8Array(message));
    },
    close() {
      controller.close();
      over();
    },
    break(reason) {
      controller.error(reason);
      over();
    },
    left: () => left,
  };
  return [{ readable, writable: new WritableStream(), closed }, path];
}
