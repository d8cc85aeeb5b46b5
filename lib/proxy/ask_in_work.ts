import type { ConnectOptions } from "../websocket/connect.ts";
import type { WebSocketMessages } from "../websocket/web_socket_messages.ts";
import { answerPath } from "./answer_path.ts";
import type { Ask } from "./ask.ts";
import type { AskHandlers } from "./ask_handlers.ts";
import { openPath, untilOpen } from "./open_path.ts";
import { sendNotifications } from "./send_notifications.ts";

/** What every path is opened with. */
export interface PathSettings extends ConnectOptions {
  readonly base: string | URL;
}

/** One ask, from when it came until its answer is over. */
export class AskInWork {
  readonly ask: Ask;
  /** Whether the path was opened, or has been refused: the proxy may use the channel again. */
  readonly answered: Promise<void>;
  readonly #settings: PathSettings;
  readonly #given: AbortController = new AbortController();
  #tellAnswered: () => void = () => {};
  #isAnswered = false;
  #messages: WebSocketMessages | undefined;

  constructor(ask: Ask, settings: PathSettings) {
    this.ask = ask;
    this.#settings = settings;
    this.answered = new Promise((resolve) => {
      this.#tellAnswered = resolve;
    });
  }

  /** Does what the handler says, to the end. Rejects with what it failed with, or was given up for. */
  async run(handlers: AskHandlers): Promise<void> {
    const { signal } = this.#given;
    const givenUp = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
    try {
      await Promise.race([givenUp, this.#handle(handlers)]);
    } catch (reason) {
      if (this.#messages || signal.aborted) this.giveUp(reason);
      // The proxy waits for an answer, and no other is left.
      else await this.#refuse().catch(() => {});
      throw reason;
    } finally {
      await this.#messages?.closed;
      this.#tellAnswered();
    }
  }

  /** The connection on which it came is over. What was not answered is lost; an answer has a connection of its own. */
  lose(reason: unknown): void {
    if (!this.#isAnswered) this.giveUp(reason);
  }

  giveUp(reason: unknown): void {
    this.#given.abort(reason);
  }

  async #handle(handlers: AskHandlers): Promise<void> {
    const { signal } = this.#given;
    const { ask } = this;
    if (ask.kind === "mcp/notifications") {
      const frames = await handlers[ask.kind]?.(ask, { signal });
      if (!frames) return this.#refuse();
      try {
        const messages = this.#open();
        await untilOpen(messages, signal);
        await sendNotifications(messages, frames);
      } catch (reason) {
        if (!frames.locked) frames.cancel(reason).catch(() => {});
        throw reason;
      }
    } else {
      await handlers[ask.kind]?.(ask, { signal, open: () => this.#open() });
      if (!this.#messages) return this.#refuse();
      await untilOpen(this.#messages, signal);
      await this.#messages.closed;
    }
  }

  /** Says that it is not served. */
  async #refuse(): Promise<void> {
    const messages = this.#open();
    await untilOpen(messages, this.#given.signal);
    await messages.writable.close();
  }

  #open(): WebSocketMessages {
    if (this.#messages) return this.#messages;
    const { signal } = this.#given;
    signal.throwIfAborted();
    const { base, ...options } = this.#settings;
    const messages = openPath(base, answerPath(this.ask.kind, this.ask.channel), { ...options, signal });
    this.#messages = messages;
    const answered = (): void => {
      this.#isAnswered = true;
      this.#tellAnswered();
    };
    messages.opened.then(answered, answered);
    return messages;
  }
}
