import { CutError, type NotificationFrame } from "channel-frames";
import {
  type AskLostCode,
  AskLostError,
  answerPath,
  type BackoffOptions,
  type Gap,
  StandingSubscription,
  serveAsks,
} from "channel-frames/proxy";
import { WebSocket } from "ws";
import { pause } from "../../support/pause.ts";
import { NotificationSource } from "./notification_source.ts";
import { startTestProxy, type TestProxy } from "./start_test_proxy.ts";

/** What became of an ask for tools. */
export type ToolsFate = "answered" | "cut" | AskLostCode | "answered wrongly";

/** A proxy with its subscription, and a server that answers; and all that they did. */
export class World {
  readonly proxy: TestProxy;
  readonly frames: StandingSubscription;
  /** What the subscription brought. */
  readonly items: (NotificationFrame | Gap)[] = [];
  /** One for each ask for notifications that the server was to answer and did. */
  readonly sources: NotificationSource[] = [];
  readonly tools: Promise<ToolsFate>[] = [];
  /** The path of every ask that the server was to answer. */
  readonly handled: string[] = [];
  /** What the server does with the next ask for notifications. */
  mode: "serve" | "unserved" = "serve";
  /** The pause before each read, in milliseconds. */
  slowness = 0;
  connections = 0; // that the server opened
  readonly #iterator: AsyncIterator<NotificationFrame | Gap, undefined>;
  readonly #reading: Promise<void>;
  #stop: AbortController = new AbortController();
  #served: Promise<void> = Promise.resolve();

  readonly #delays: BackoffOptions;

  private constructor(proxy: TestProxy, delays: BackoffOptions) {
    this.proxy = proxy;
    this.#delays = delays;
    this.frames = new StandingSubscription(proxy.asks, delays);
    this.#iterator = this.frames.values();
    this.#reading = this.#read();
    this.serve();
  }

  static async start(delays: BackoffOptions = { minDelay: 1, maxDelay: 20 }): Promise<World> {
    return new World(await startTestProxy(), delays);
  }

  /** The path that is open, as far as the server knows. */
  get source(): NotificationSource | undefined {
    const source = this.sources.at(-1);
    return source && !source.isOver ? source : undefined;
  }

  /** How many paths for notifications have been opened. */
  get paths(): number {
    return this.#events("opened");
  }

  /** The path dies. */
  killPath(): void {
    this.proxy.answers
      .filter(({ path }) => isNotifications(path))
      .at(-1)
      ?.socket.terminate();
  }

  serve(): void {
    this.#stop = new AbortController();
    this.#served = serveAsks(
      this.proxy.base,
      {
        "mcp/list-tools": async ({ kind, channel, payload }, { open }) => {
          this.handled.push(answerPath(kind, channel));
          const writer = open().writable.getWriter();
          await writer.write(payload);
          await writer.close();
        },
        "mcp/notifications": ({ kind, channel }) => {
          this.handled.push(answerPath(kind, channel));
          if (this.mode === "unserved") return undefined;
          const source = new NotificationSource(this.sources.length, answerPath(kind, channel));
          this.sources.push(source);
          return source.readable;
        },
      },
      {
        WebSocket,
        signal: this.#stop.signal,
        ...this.#delays,
        onConnect: () => {
          this.connections++;
        },
      },
    );
  }

  /** The server dies, and another takes its place. */
  async restart(): Promise<void> {
    await this.stop();
    this.serve();
  }

  stop(): Promise<void> {
    this.#stop.abort();
    return this.#served;
  }

  ask(): Promise<ToolsFate> {
    const fate = this.#ask(this.tools.length % 256);
    this.tools.push(fate);
    return fate;
  }

  /** Ends everything. @returns what is left over that should not be */
  async end(): Promise<readonly string[]> {
    const left: string[] = [];
    await this.#iterator.return?.();
    await this.#reading;
    for (let time = 0; time < 500 && this.#openPaths() > 0; time++) await pause(2);
    if (this.#openPaths() > 0) left.push(`${this.#openPaths()} paths`);
    await this.stop();
    for (let time = 0; time < 500 && this.proxy.open() > 0; time++) await pause(2);
    if (this.proxy.open() > 0) left.push(`${this.proxy.open()} sockets`);
    if (this.proxy.asks.channels > 0) left.push(`${this.proxy.asks.channels} channels`);
    if (this.proxy.asks.held > 0) left.push(`${this.proxy.asks.held} asks`);
    await this.proxy.close();
    return left;
  }

  #openPaths(): number {
    return this.#events("opened") - this.#events("closed");
  }

  #events(wanted: string): number {
    return this.proxy.events.filter(({ what, path }) => what === wanted && isNotifications(path)).length;
  }

  async #ask(number: number): Promise<ToolsFate> {
    try {
      const { readable } = await this.proxy.asks.ask("mcp/list-tools", Uint8Array.of(number));
      const reader = readable.getReader();
      const { value } = await reader.read();
      await reader.cancel();
      return value?.join() === String(number) ? "answered" : "answered wrongly";
    } catch (error) {
      return error instanceof AskLostError || error instanceof CutError ? error.code : "answered wrongly";
    }
  }

  async #read(): Promise<void> {
    for (let next = await this.#iterator.next(); !next.done; next = await this.#iterator.next()) {
      this.items.push(next.value);
      if (this.slowness > 0) await pause(this.slowness);
    }
  }
}

function isNotifications(path: string): boolean {
  return path.startsWith("/mcp/notifications/");
}
