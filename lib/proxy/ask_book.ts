import { freeNumber } from "../connection/free_number.ts";
import type { AskKind } from "./ask.ts";
import { AskLostError } from "./ask_lost_error.ts";
import type { Claim } from "./claim.ts";
import { encodeAsk } from "./encode_ask.ts";
import type { OpenAsk } from "./open_ask.ts";
import type { RequestsLine } from "./requests_line.ts";

/** All asks that are not over: those held for a connection, in order, and those that have a channel. */
export class AskBook {
  readonly #held: Set<OpenAsk> = new Set();
  readonly #known: Map<number, OpenAsk> = new Map();
  #last: number; // channel
  #line: RequestsLine | undefined;
  #waitsFor: RequestsLine | undefined; // to have room

  /** @param last the channel before the first */
  constructor(last = 0) {
    this.#last = last;
  }

  /** How many are held. */
  get held(): number {
    return this.#held.size;
  }

  /** How many channels are in use. */
  get channels(): number {
    return this.#known.size;
  }

  /** The connection that is live. */
  get line(): RequestsLine | undefined {
    return this.#line;
  }

  add(ask: OpenAsk): void {
    this.#held.add(ask);
    this.#announce();
  }

  /** Whoever asked does not wait any more. What was sent keeps its channel, as it cannot be called back. */
  withdraw(ask: OpenAsk): void {
    this.#held.delete(ask);
  }

  connect(line: RequestsLine): void {
    this.#line = line;
    this.#announce();
  }

  /** What was announced and not answered is lost with the connection. */
  disconnect(cause: unknown): void {
    this.#line = undefined;
    for (const [channel, ask] of this.#known) {
      if (ask.state !== "announced") continue;
      this.#known.delete(channel);
      ask.lose(new AskLostError("requests-ended", { cause }));
    }
  }

  /** @param ended is told when the answer is over */
  claim(kind: AskKind, channel: number, ended: () => void): Claim | "unknown" | "taken" {
    const ask = this.#known.get(channel);
    if (ask?.kind !== kind) return "unknown";
    if (ask.state !== "announced") return "taken";
    const free = (): void => void this.#known.delete(channel);
    if (ask.isLeft) {
      free();
      return "unknown";
    }
    ask.state = "claimed";
    return {
      answer(messages) {
        const over = (): void => {
          free();
          ended();
        };
        ask.answer(messages);
        messages.closed.then(over, over);
      },
      giveUp(cause) {
        free();
        ask.lose(new AskLostError("not-opened", { cause }));
      },
    };
  }

  /** Every ask that is not answered is lost. */
  loseAll(reason: unknown): void {
    for (const ask of [...this.#held, ...this.#known.values()]) ask.lose(reason);
    this.#held.clear();
  }

  /** @param isReady whether the line takes one at least, whatever it says of its room: in workerd, 0 at first */
  #announce(isReady = false): void {
    const line = this.#line;
    for (const ask of line ? this.#held : []) {
      if (!isReady && !line?.hasRoom) {
        this.#announceWhenReady();
        return;
      }
      isReady = false;
      this.#held.delete(ask);
      this.#last = freeNumber(this.#last, this.#known);
      this.#known.set(this.#last, ask);
      line?.send(encodeAsk({ channel: this.#last, kind: ask.kind, payload: ask.payload }));
      if (line) ask.announced(line.number);
    }
  }

  /** Once for all that wait, as each time one is sent whether or not there is room. */
  #announceWhenReady(): void {
    const line = this.#line;
    if (this.#waitsFor === line) return;
    this.#waitsFor = line;
    line?.whenReady(() => {
      if (this.#line !== line) return;
      this.#waitsFor = undefined;
      this.#announce(true);
    });
  }
}
