import { CutError } from "../frame/cut_error.ts";
import { type Deferred, defer } from "../streams/deferred.ts";
import { takeSharedMemory } from "../streams/inbox.ts";
import { CUT_CODE, isClean } from "../websocket/socket_close.ts";
import { asCut } from "./as_cut.ts";
import type { ConnectionClose, ConnectionLink } from "./connection.ts";
import { decodeEnvelope } from "./decode_envelope.ts";
import type { ConnectionStats } from "./disregarded.ts";
import type { Envelope, Role } from "./envelope.ts";
import { EnvelopeError } from "./envelope_error.ts";
import { Flow, type Holder } from "./flow.ts";
import type { Incoming } from "./incoming.ts";
import { type ConnectionOptions, type ConnectionSettings, connectionSettings } from "./options.ts";
import { Outbox } from "./outbox.ts";

/** What brings the messages of a connection: what `webSocketMessages` gives, or any other pair of streams. */
export interface MessageDuplex {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array<ArrayBuffer>>;
}

/** The side that a link serves. */
export interface LinkOwner {
  /** Takes what the peer sends, but for authorizations. */
  receive(envelope: Exclude<Envelope, { readonly type: "authorization" }>): void;
  /** Everything that is open is cut. */
  ended(cut: CutError, close: ConnectionClose): void;
}

/** The connection itself, for either role: envelopes in and out, when to read, and the end. */
export class Link implements ConnectionLink {
  readonly settings: ConnectionSettings;
  readonly flow: Flow;
  readonly #peer: Role;
  readonly #options: ConnectionOptions;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #outbox: Outbox;
  readonly #counts = { received: 0, malformed: 0, strangers: 0, duplicates: 0, refused: 0, dropped: 0 };
  #owner: LinkOwner | undefined;
  readonly #whenClosed: Deferred<ConnectionClose> = defer();
  #cut: CutError | undefined; // why nothing more can be opened
  #isOver = false;

  /** @throws {TypeError} for an option that has no sense, or streams that are locked. */
  constructor(messages: MessageDuplex, peer: Role, options: ConnectionOptions) {
    this.settings = connectionSettings(options);
    this.#options = options;
    this.#peer = peer;
    this.flow = new Flow(this.settings.stallTimeout, (stall) => this.#orBreakOff(() => options.onStall?.(stall)));
    takeSharedMemory(messages.readable);
    this.#reader = messages.readable.getReader();
    this.#outbox = new Outbox(messages.writable);
  }

  get closed(): Promise<ConnectionClose> {
    return this.#whenClosed.promise;
  }

  get stats(): ConnectionStats {
    return { ...this.#counts, sent: this.#outbox.sent };
  }

  /** Begins to read. */
  start(owner: LinkOwner): void {
    this.#owner = owner;
    const { signal } = this.#options;
    if (signal?.aborted) this.#abandon();
    else signal?.addEventListener("abort", this.#abandon);
    if (!this.#isOver) this.#read();
  }

  /**
   * @returns its turn, if the message has to wait for it
   * @throws {CutError} when the connection is over
   */
  send(envelope: Envelope): Deferred<void> | undefined {
    if (this.#cut) throw this.#cut;
    return this.#outbox.send(envelope);
  }

  /** Sends what nobody waits for. */
  post(envelope: Envelope): void {
    this.send(envelope)?.promise.catch(() => {});
  }

  /** Says that an opening is not served. A peer that does not listen must not open more. */
  refuse(envelope: Envelope & { readonly scope: number }): void {
    if (this.#cut) return;
    this.#counts.refused++;
    const { scope } = envelope;
    const holder: Holder = { describe: () => ({ scope, waiting: "refusals", length: 1, bytes: 0 }) };
    const release = (): void => this.flow.release(holder);
    const turn = this.send(envelope);
    if (!turn) return;
    this.flow.hold(holder);
    turn.promise.then(release, release);
  }

  deliver(incoming: Incoming, message: Uint8Array): void {
    if (!incoming.push(message)) this.#counts.dropped++;
  }

  disregard(reason: "stranger" | "duplicate", envelope: Envelope): void {
    if (reason === "stranger") this.#counts.strangers++;
    else this.#counts.duplicates++;
    this.#options.onDisregard?.({ reason, envelope });
  }

  async close(): Promise<void> {
    if (this.#cut) {
      const { clean, reason } = await this.closed;
      if (!clean) throw reason;
      return;
    }
    this.#cut = new CutError({ by: "local" });
    try {
      await this.#outbox.close();
      this.#end(this.#cut, { clean: true });
    } catch (reason) {
      // It was closed already, in order, and this side had not read so far.
      const clean = reason instanceof CutError && reason.closeCode !== CUT_CODE && isClean(reason.closeCode, undefined);
      this.#end(this.#cut, clean ? { clean } : { clean, reason });
      if (!clean) throw reason;
    } finally {
      this.#reader.cancel().catch(() => {});
    }
  }

  /** Ends the connection so that the peer can tell that it was not finished. */
  breakOff(reason: unknown): void {
    this.#end(new CutError({ by: "local", cause: reason }), { clean: false, reason });
    this.#outbox.abort(reason).catch(() => {});
    this.#reader.cancel(reason).catch(() => {});
  }

  readonly #read = (): void => {
    this.#reader.read().then(this.#taken, this.#lost);
  };

  readonly #taken = ({ done, value }: ReadableStreamReadResult<Uint8Array>): void => {
    if (this.#isOver) return;
    if (done) {
      this.#ended(new CutError({ reason: "the connection was closed" }), { clean: true });
      this.#outbox.close().catch(() => {});
      return;
    }
    this.#orBreakOff(() => this.#receive(value));
    this.flow.whenFree(this.#read);
  };

  readonly #lost = (reason: unknown): void => {
    this.#ended(asCut(reason), { clean: false, reason });
    this.#outbox.abort(reason).catch(() => {});
  };

  #receive(message: unknown): void {
    // A text message carries no meaning.
    if (typeof message === "string") return;
    this.#counts.received++;
    let envelope: Envelope;
    try {
      envelope = decodeEnvelope(message as Uint8Array, this.#peer);
    } catch (error) {
      if (!(error instanceof EnvelopeError)) throw error;
      this.#counts.malformed++;
      this.#options.onDisregard?.({ reason: "malformed", error });
      return;
    }
    if (envelope.type === "authorization") this.#options.onAuthorization?.(envelope.payload);
    else this.#owner?.receive(envelope);
  }

  /** What a callback of the user throws ends the connection: there is nobody else to tell. */
  #orBreakOff(act: () => void): void {
    try {
      act();
    } catch (reason) {
      this.breakOff(reason);
    }
  }

  readonly #abandon = (): void => this.breakOff(this.#options.signal?.reason);

  /** The carrier ended by itself. While this side closes it, that is what was wanted. */
  #ended(cut: CutError, close: ConnectionClose): void {
    if (!this.#cut) this.#end(cut, close);
  }

  #end(cut: CutError, close: ConnectionClose): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cut ??= cut;
    this.#options.signal?.removeEventListener("abort", this.#abandon);
    this.flow.stop();
    this.#outbox.fail(cut);
    this.#owner?.ended(cut, close);
    this.#whenClosed.resolve(close);
  }
}
