import { type Deferred, defer } from "../streams/deferred.ts";
import type { AnswerMessages } from "./answer_messages.ts";
import type { AskKind } from "./ask.ts";
import type { AnnouncedAskOptions } from "./ask_options.ts";

/** What an {@link OpenAsk} is asked with. */
export interface OpenAskOptions extends AnnouncedAskOptions {
  /** Told when whoever asked gives it up. */
  readonly left: () => void;
}

/** An ask from when it is asked until its answer is over. */
export class OpenAsk {
  state: "held" | "announced" | "claimed" | "answered" = "held";
  /** Whether whoever asked does not wait any more. */
  isLeft = false;
  readonly kind: AskKind;
  readonly payload: Uint8Array;
  readonly #answered: Deferred<AnswerMessages> = defer();
  readonly #options: OpenAskOptions;

  constructor(kind: AskKind, payload: Uint8Array, options: OpenAskOptions) {
    this.kind = kind;
    this.payload = payload;
    this.#options = options;
    options.signal?.addEventListener("abort", this.#abandon);
  }

  get answered(): Promise<AnswerMessages> {
    return this.#answered.promise;
  }

  /** It is sent, on that connection. */
  announced(connection: number): void {
    this.state = "announced";
    try {
      this.#options.onAnnounced?.(connection);
    } catch (reason) {
      this.lose(reason);
    }
  }

  answer(messages: AnswerMessages): void {
    this.state = "answered";
    if (this.isLeft) {
      messages.readable.cancel().catch(() => {});
      return;
    }
    this.#settle();
    this.#answered.resolve(messages);
  }

  lose(reason: unknown): void {
    if (this.isLeft || this.state === "answered") return;
    this.#settle();
    this.#answered.reject(reason);
  }

  readonly #abandon = (): void => {
    this.#settle();
    this.#answered.reject(this.#options.signal?.reason);
    this.#options.left();
  };

  #settle(): void {
    this.isLeft = true;
    this.#options.signal?.removeEventListener("abort", this.#abandon);
  }
}
