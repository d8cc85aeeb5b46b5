import type { Deferred } from "../streams/deferred.ts";
import { type OutgoingMessage, outgoingBytes } from "../streams/outgoing_message.ts";

/** What an answer is given to work with. */
export interface AnswerOwner {
  /** Sends a message of the answer. @returns its turn, if it has to wait. Throws when it cannot be sent any more. */
  send(payload: Uint8Array): Deferred<void> | undefined;
  /** Sends the finish, after which the number is free. */
  finish(): Deferred<void> | undefined;
}

/**
 * The writing side of a channel or scope: a message written is one response, closing it is the finish.
 *
 * The protocol has no word for an answer that broke off. So aborting it sends nothing: to its reader it stays open until
 * the scope or the connection ends, and is cut then. A finish would say that it is complete.
 */
export class Answer {
  readonly #owner: AnswerOwner;
  #writable: WritableStream<OutgoingMessage> | undefined;
  #controller: WritableStreamDefaultController | undefined;
  #failure: { readonly reason: unknown } | undefined;
  #turn: Deferred<void> | undefined; // the last that was waited for

  constructor(owner: AnswerOwner) {
    this.#owner = owner;
  }

  /** Made when it is first asked for, as an idle channel should cost little. */
  get writable(): WritableStream<OutgoingMessage> {
    this.#writable ??= new WritableStream<OutgoingMessage>(
      {
        start: (controller) => {
          this.#controller = controller;
          if (this.#failure) controller.error(this.#failure.reason);
        },
        write: (message) => this.#orAborted(this.#owner.send(outgoingBytes(message))),
        close: () => this.#orAborted(this.#owner.finish()),
      },
      // By 1, each write would bring backpressure and end it, and so make a promise that nobody waits for.
      { highWaterMark: 2 },
    );
    return this.#writable;
  }

  /** Nobody is there any more to be answered. */
  fail(reason: unknown): void {
    this.#failure ??= { reason };
    this.#controller?.error(reason);
  }

  /** A write that waits for its turn would keep the writable from being aborted. */
  #orAborted(turn: Deferred<void> | undefined): Promise<void> | undefined {
    if (!turn) return undefined;
    if (!this.#turn) this.#controller?.signal.addEventListener("abort", () => this.#turn?.resolve());
    this.#turn = turn;
    return turn.promise;
  }
}
