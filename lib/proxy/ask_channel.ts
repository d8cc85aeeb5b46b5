import { checkOption } from "../frame/check_option.ts";
import { type OutgoingMessage, outgoingBytes } from "../streams/outgoing_message.ts";
import type { AnswerMessages, RequestsMessages } from "./answer_messages.ts";
import { ASK_KINDS, type AskKind, isAskKind } from "./ask.ts";
import { AskBook } from "./ask_book.ts";
import { AskError } from "./ask_error.ts";
import { AskLostError } from "./ask_lost_error.ts";
import type { AnnouncedAskOptions, AskChannelOptions, AskOptions, UntilConnectedOptions } from "./ask_options.ts";
import type { Claim } from "./claim.ts";
import { OpenAsk } from "./open_ask.ts";
import { RequestsLine } from "./requests_line.ts";
import { Waiters } from "./waiters.ts";

/**
 * The proxy's side of `/requests`: asks on the connection that is live, or holds the ask for the next, and matches the
 * paths that the server opens to the asks. It knows nothing of HTTP: whoever has the server's connections hands them
 * over, by `attach` and by `claim`.
 *
 * When a connection ends, the asks announced on it and not answered are lost. Those that are held survive, and so do
 * answers that have begun, as each has a connection of its own.
 *
 * @example A proxy that asks, over streams in place of sockets
 * ```ts
 * import { AskChannel, decodeAsk } from "channel-frames/proxy";
 *
 * const asks = new AskChannel();
 * const requests = new TransformStream<Uint8Array<ArrayBuffer>>();
 * asks.attach({ readable: new ReadableStream(), writable: requests.writable });
 *
 * const answered = asks.ask("vault/get", new TextEncoder().encode("key"));
 * // The server is told, and opens the path of the answer.
 * const { value } = await requests.readable.getReader().read();
 * const { kind, channel } = decodeAsk(value ?? new Uint8Array());
 * const claim = asks.claim(kind, channel);
 * const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>>();
 * if (typeof claim === "object") claim.answer({ readable, writable, closed: new Promise(() => {}) });
 * console.assert((await answered).readable === readable);
 * console.assert(asks.claim(kind, channel) === "taken"); // HTTP 409
 * console.assert(asks.claim(kind, 12) === "unknown"); // HTTP 404
 * ```
 */
export class AskChannel {
  readonly #maxAsks: number;
  readonly #waiters: Waiters = new Waiters();
  readonly #book: AskBook = new AskBook();
  #waiting = 0; // for an answer
  #connections = 0;
  #hasExchanged = false;
  #closed: AskLostError | undefined;

  /** @throws {TypeError} for an option that has no sense. */
  constructor({ maxAsks = 1024 }: AskChannelOptions = {}) {
    checkOption("maxAsks", Number.isSafeInteger(maxAsks) && maxAsks > 0);
    this.#maxAsks = maxAsks;
  }

  /** Whether a `/requests` connection is live. There is one at a time: a second gets HTTP 409 before the upgrade. */
  get isConnected(): boolean {
    return this.#book.line !== undefined;
  }

  /** How many `/requests` connections there have been. The last of them has this number. */
  get connections(): number {
    return this.#connections;
  }

  /** How many channels are in use: asks that were sent, and answers that go on. */
  get channels(): number {
    return this.#book.channels;
  }

  /** How many asks are held for a connection. */
  get held(): number {
    return this.#book.held;
  }

  /**
   * Takes a `/requests` connection that the server opened.
   *
   * @returns when it has ended
   * @throws {TypeError} if there is one already, or a stream is locked; {@link AskLostError} `closed`
   */
  attach(requests: RequestsMessages): Promise<void> {
    if (this.#closed) throw this.#closed;
    if (this.#book.line) throw new TypeError("There is a connection for asks already");
    const line = new RequestsLine(requests, this.#connections + 1);
    this.#connections = line.number;
    this.#book.connect(line);
    this.#waiters.look();
    return line.ended.then((reason) => this.#book.disconnect(reason));
  }

  /**
   * Asks, now or when there is a connection.
   *
   * @returns the path that the server has opened for the answer, to be read and closed by the caller
   * @throws {AskLostError} (as a rejection, like the others) if there will be no answer
   * @throws {AskError} `shape`, for a kind that is none
   * @throws {TypeError} for a payload that is no bytes
   */
  async ask(
    kind: AskKind,
    payload: OutgoingMessage = new Uint8Array(),
    { signal, onAnnounced }: AnnouncedAskOptions = {},
  ): Promise<AnswerMessages> {
    if (!isAskKind(kind)) throw new AskError("shape", "An ask has one of the kinds of the protocol");
    const bytes = outgoingBytes(payload);
    signal?.throwIfAborted();
    if (this.#closed) throw this.#closed;
    if (this.#waiting >= this.#maxAsks) throw new AskLostError("too-many");
    const ask = new OpenAsk(kind, bytes, { signal, onAnnounced, left: () => this.#book.withdraw(ask) });
    this.#waiting++;
    this.#book.add(ask);
    return ask.answered.finally(() => {
      this.#waiting--;
    });
  }

  /**
   * Whether a path may be opened, before the upgrade: `"unknown"` is HTTP 404, `"taken"` HTTP 409. Otherwise the ask is
   * taken from here on, and `/requests` may end. Kind and channel are those of `parseAnswerPath`.
   */
  claim(kind: AskKind, channel: number): Claim | "unknown" | "taken" {
    return this.#book.claim(kind, channel, () => {
      if (ASK_KINDS[kind] > 3 || this.#hasExchanged) return;
      this.#hasExchanged = true;
      this.#waiters.look();
    });
  }

  /**
   * Fulfils with the number of the live connection, once there is one.
   *
   * @throws {AskLostError} `closed` (as a rejection); what the signal says
   */
  untilConnected({ after = 0, signal }: UntilConnectedOptions = {}): Promise<number> {
    const live = (): number | undefined =>
      this.isConnected && this.#connections > after ? this.#connections : undefined;
    return this.#waiters.until(live, signal);
  }

  /**
   * Fulfils when the first exchange of kinds 0 to 3 is over: asked, answered, and its path closed, in whatever way.
   *
   * @throws {AskLostError} `closed` (as a rejection); what the signal says
   */
  async untilExchanged({ signal }: AskOptions = {}): Promise<void> {
    await this.#waiters.until(() => this.#hasExchanged || undefined, signal);
  }

  /** Closes the connection, and asks no more. What is not answered is lost; answers that have begun go on. */
  close(): void {
    if (this.#closed) return;
    this.#closed = new AskLostError("closed");
    this.#book.line?.close();
    this.#book.loseAll(this.#closed);
    this.#waiters.fail(this.#closed);
  }
}
