import type { DecoderInput } from "../streams/decoder.ts";
import type { Ask } from "./ask.ts";
import { AskDecoderStream } from "./ask_decoder_stream.ts";
import { AskError } from "./ask_error.ts";
import type { AskHandlers } from "./ask_handlers.ts";
import { AskInWork, type PathSettings } from "./ask_in_work.ts";
import { AskLostError } from "./ask_lost_error.ts";
import { openPath, untilOpen } from "./open_path.ts";

/** What of the options concerns asks. */
export interface AskSettings {
  readonly maxAsks: number;
  readonly onConnect: (() => void) | undefined;
  readonly onAskFailed: ((error: unknown, ask: Ask) => void) | undefined;
  readonly onMalformed: ((error: AskError, message: DecoderInput) => void) | undefined;
}

/** How a `/requests` connection ended. */
export interface ServedConnection {
  readonly reason: unknown;
  readonly hadAsks: boolean;
}

/** The asks that are being answered, whichever connection brought them. */
export class AsksAtWork {
  readonly #handlers: AskHandlers;
  readonly #paths: PathSettings;
  readonly #settings: AskSettings;
  readonly #stop: AbortController = new AbortController();
  readonly #asks: Map<AskInWork, Promise<void>> = new Map();
  #failure: { readonly reason: unknown } | undefined;
  #makeRoom: () => void = () => {};

  constructor(handlers: AskHandlers, paths: PathSettings, settings: AskSettings) {
    this.#handlers = handlers;
    this.#paths = paths;
    this.#settings = settings;
  }

  /** Fires when nothing is served any more. */
  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  stop(reason: unknown): void {
    this.#stop.abort(reason);
    for (const ask of this.#asks.keys()) ask.giveUp(reason);
    this.#makeRoom();
  }

  /** What a callback throws ends the serving: there is nobody else to tell. */
  tell(callback: () => void): void {
    try {
      callback();
    } catch (reason) {
      this.#failure ??= { reason };
      this.stop(reason);
    }
  }

  /** Fulfils when every answer is over; rejects with what a callback has thrown. */
  async ended(): Promise<void> {
    await Promise.all(this.#asks.values());
    if (this.#failure) throw this.#failure.reason;
  }

  /** Holds one connection open, and has what it brings answered. */
  async serveConnection(): Promise<ServedConnection> {
    const unanswered: Map<number, AskInWork> = new Map();
    const { base, ...options } = this.#paths;
    const messages = openPath(base, "/requests", { ...options, signal: this.stopped });
    let isOver = false;
    messages.closed.then(() => {
      isOver = true;
      for (const ask of unanswered.values()) ask.lose(new AskLostError("requests-ended"));
      this.#makeRoom();
    });
    let hadAsks = false;
    try {
      await untilOpen(messages, this.stopped);
      this.tell(() => this.#settings.onConnect?.());
      const { onMalformed } = this.#settings;
      const decoder = new AskDecoderStream({
        onMalformed: (error, message) => this.tell(() => onMalformed?.(error, message)),
      });
      const reader = messages.readable.pipeThrough(decoder).getReader();
      for (let result = await reader.read(); !result.done; result = await reader.read()) {
        // What came before the end and was not looked at is lost by it.
        if (isOver) continue;
        hadAsks = true;
        this.#begin(result.value, unanswered);
        while (this.#asks.size >= this.#settings.maxAsks && !isOver) await this.#untilRoom();
      }
      return { reason: undefined, hadAsks };
    } catch (reason) {
      return { reason, hadAsks };
    } finally {
      await messages.closed;
    }
  }

  #begin(ask: Ask, unanswered: Map<number, AskInWork>): void {
    const { onAskFailed } = this.#settings;
    if (unanswered.has(ask.channel)) {
      const error = new AskError("duplicate", `Channel ${ask.channel} is that of an ask that was not answered yet`);
      this.tell(() => onAskFailed?.(error, ask));
      return;
    }
    const inWork = new AskInWork(ask, this.#paths);
    unanswered.set(ask.channel, inWork);
    inWork.answered.then(() => unanswered.get(ask.channel) === inWork && unanswered.delete(ask.channel));
    const run = inWork
      .run(this.#handlers)
      .catch((reason) => {
        if (!this.stopped.aborted) this.tell(() => onAskFailed?.(reason, ask));
      })
      .then(() => {
        this.#asks.delete(inWork);
        this.#makeRoom();
      });
    this.#asks.set(inWork, run);
  }

  #untilRoom(): Promise<void> {
    return new Promise((resolve) => {
      this.#makeRoom = resolve;
    });
  }
}
