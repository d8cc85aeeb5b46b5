import { CutError } from "../frame/cut_error.ts";
import { type OutgoingMessage, outgoingBytes } from "../streams/outgoing_message.ts";
import { Answer } from "./answer.ts";
import { Arrivals } from "./arrivals.ts";
import type { ConnectionClose } from "./connection.ts";
import type { ChannelEnvelope } from "./envelope.ts";
import { freeNumber } from "./free_number.ts";
import { Incoming } from "./incoming.ts";
import type { Link } from "./link.ts";
import type { IncomingChannel, OpenedChannel } from "./scope.ts";

/** The channels of one scope, for either role. A number belongs to its opener: each side has a table of its own. */
export class ScopeCore {
  readonly number: number;
  readonly channels: Arrivals<IncomingChannel>;
  readonly #link: Link;
  readonly #opened: Map<number, Incoming> = new Map();
  readonly #answered: Map<number, Answer> = new Map();
  #last = 0;
  #over: CutError | undefined;

  constructor(link: Link, number: number) {
    this.#link = link;
    this.number = number;
    this.channels = new Arrivals(link.settings, link.flow, number);
  }

  channel(request: OutgoingMessage): OpenedChannel {
    if (this.#over) throw this.#over;
    const number = freeNumber(this.#last, this.#opened);
    this.#link.post({ type: "channel-request", scope: this.number, channel: number, payload: outgoingBytes(request) });
    this.#last = number;
    const incoming = new Incoming(this.#link.settings, this.#link.flow, this.number, number);
    this.#opened.set(number, incoming);
    return {
      number,
      get readable() {
        return incoming.readable;
      },
    };
  }

  /** Takes what the peer sends on a channel of this scope. */
  receive(envelope: ChannelEnvelope): void {
    const { channel } = envelope;
    if (envelope.type === "channel-request") {
      if (this.#answered.has(channel)) this.#link.disregard("duplicate", envelope);
      else this.#accept(channel, envelope.payload);
      return;
    }
    const incoming = this.#opened.get(channel);
    if (!incoming) this.#link.disregard("stranger", envelope);
    else if (envelope.type === "channel-response") this.#link.deliver(incoming, envelope.payload);
    else {
      this.#opened.delete(channel);
      incoming.close();
    }
  }

  /** The scope was finished: every channel in it that was not is cut. */
  finish(by: "scope" | "local"): void {
    this.#cut(new CutError({ by }));
    this.channels.close();
  }

  /** The connection is over. */
  lose(reason: CutError, { clean }: ConnectionClose): void {
    this.#cut(reason);
    if (clean) this.channels.close();
    else this.channels.fail(reason);
  }

  #cut(reason: CutError): void {
    this.#over = reason;
    for (const incoming of this.#opened.values()) incoming.fail(reason);
    for (const answer of this.#answered.values()) answer.fail(reason);
    this.#opened.clear();
    this.#answered.clear();
  }

  #accept(channel: number, request: Uint8Array): void {
    const names = { scope: this.number, channel };
    const link = this.#link;
    if (this.channels.refuses) {
      link.refuse({ type: "channel-response-finish", ...names });
      return;
    }
    const answer = new Answer({
      send: (payload) => link.send({ type: "channel-response", ...names, payload }),
      finish: () => {
        this.#answered.delete(channel);
        return link.send({ type: "channel-response-finish", ...names });
      },
    });
    this.#answered.set(channel, answer);
    this.channels.push({
      number: channel,
      request,
      get writable() {
        return answer.writable;
      },
    });
  }
}
