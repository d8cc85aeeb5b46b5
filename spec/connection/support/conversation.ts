import {
  ClientConnection,
  type ClientScope,
  type ConnectionStats,
  type MessageDuplex,
  ServerConnection,
  type ServerScope,
} from "channel-frames/connection";
import { turn } from "../../support/pause.ts";
import { channelFinish, channelRequest, channelResponse, request, response, responseFinish } from "./bytes.ts";
import { randomNumbers } from "./checked_messages.ts";
import type { ChannelPlan, ConversationPlan, ScopePlan } from "./conversation_arbitrary.ts";
import { ExpectedAnswers } from "./expected_answers.ts";
import { ExpectedReading } from "./expected_reading.ts";
import { garbage } from "./garbage.ts";
import { marking } from "./marking.ts";
import { merged, type Step } from "./merged.ts";
import { nextOf } from "./next_of.ts";
import type { RawPeer } from "./raw_peer.ts";

/** What a conversation came to, and should have come to. */
export interface Told {
  readonly readings: readonly ExpectedReading[];
  /** What the peer got and must not have got. */
  readonly wrongAnswers: readonly string[];
  readonly stats: ConnectionStats;
  /** What is to have been disregarded, and how often somebody was told. */
  readonly disregarded: { malformed: number; strangers: number; duplicates: number };
  readonly told: number;
}

/** Has a conversation, step by step, with a peer that sends its part as bytes, and garbage in between if it is told to. */
export class Conversation {
  readonly #plan: ConversationPlan;
  readonly #peer: RawPeer;
  readonly #random: () => number;
  readonly #connection: ClientConnection | ServerConnection;
  readonly #settled: () => Promise<void>;
  readonly #readings: ExpectedReading[] = [];
  readonly #answers = new ExpectedAnswers();
  readonly #answering: Promise<void>[] = [];
  readonly #open = {
    scopes: new Set<number>(),
    ours: [] as [number, number][],
    finished: [] as [number, number][],
    lasting: [] as [number, number][],
  };
  readonly #disregarded = { malformed: 0, strangers: 0, duplicates: 0 };
  #told = 0;

  constructor(plan: ConversationPlan, { messages, peer }: { messages: MessageDuplex; peer: RawPeer }) {
    this.#plan = plan;
    this.#peer = peer;
    this.#random = randomNumbers(plan.seed);
    const { options, settled } = marking(peer, {
      maxQueuedMessages: plan.maxQueuedMessages,
      onDisregard: () => {
        this.#told++;
      },
    });
    this.#settled = settled;
    this.#connection =
      plan.role === "client" ? new ClientConnection(messages, options) : new ServerConnection(messages, options);
  }

  /** @param loses whether the line, when it breaks, loses what is on its way, as a network does */
  async run(garbagePerStep: number, loses = false): Promise<Told> {
    const steps = merged(
      this.#plan.scopes.map((scope) => this.#scopeSteps(scope)),
      this.#random,
    );
    for (const step of steps) {
      for (let more = garbagePerStep; this.#random() < more; more /= 2) this.#sendGarbage();
      await step();
      if (this.#random() < 0.1) await turn();
    }
    await this.#end(loses);
    return {
      readings: this.#readings,
      wrongAnswers: this.#answers.wrong(this.#peer.received),
      stats: this.#connection.stats,
      disregarded: this.#disregarded,
      told: this.#told,
    };
  }

  #scopeSteps(plan: ScopePlan): Step[] {
    let scope: ClientScope | ServerScope;
    const ofScope: ExpectedReading[] = [];
    const begin: Step = async () => {
      scope = await this.#openScope(plan);
      this.#open.scopes.add(scope.number);
      if ("responses" in scope) ofScope.push(this.#reading(scope.responses));
      this.#answerAll(scope, plan);
    };
    const lists = plan.channels.map((channel, index) =>
      channel.ours ? this.#ourChannel(() => scope, channel, ofScope) : [() => this.#openTheirs(scope, channel, index)],
    );
    if (this.#plan.role === "client") {
      lists.push(
        plan.responses.map((message) => () => {
          this.#peer.send(response(scope.number, message));
          ofScope[0]?.expected.messages.push([...message]);
        }),
      );
    }
    const between = merged(lists, this.#random);
    if (!plan.finishes) return [begin, ...between];
    // Whatever was to come after the finish does not come.
    const finish = (): Promise<void> => this.#finishScope(scope, ofScope);
    return [begin, ...between.slice(0, Math.floor(this.#random() * (between.length + 1))), finish];
  }

  async #openScope(plan: ScopePlan): Promise<ClientScope | ServerScope> {
    if (this.#connection instanceof ClientConnection) return this.#connection.open(Uint8Array.of(1));
    this.#peer.send(request(plan.number, [1]));
    return nextOf(this.#connection.scopes);
  }

  #reading(readable: ReadableStream<Uint8Array>): ExpectedReading {
    const reading = new ExpectedReading(readable, this.#plan.pace);
    this.#readings.push(reading);
    return reading;
  }

  #ourChannel(scope: () => ClientScope | ServerScope, plan: ChannelPlan, ofScope: ExpectedReading[]): Step[] {
    let numbers: [number, number];
    let reading: ExpectedReading;
    const open = (): void => {
      const channel = scope().channel(Uint8Array.of(2));
      numbers = [scope().number, channel.number];
      reading = this.#reading(channel.readable);
      ofScope.push(reading);
      this.#open.ours.push(numbers);
    };
    const messages = plan.messages.map((message) => () => {
      this.#peer.send(channelResponse(...numbers, message));
      reading.expected.messages.push([...message]);
    });
    const finish = (): void => {
      this.#peer.send(channelFinish(...numbers));
      reading.expected.end = "done";
      this.#open.ours.splice(this.#open.ours.indexOf(numbers), 1);
      this.#open.finished.push(numbers);
    };
    return [open, ...messages, ...(plan.finishes ? [finish] : [])];
  }

  #openTheirs({ number: scope }: ClientScope | ServerScope, plan: ChannelPlan, index: number): void {
    this.#peer.send(channelRequest(scope, plan.number, [index]));
    if (!plan.finishes) this.#open.lasting.push([scope, plan.number]);
    const whole = this.#plan.end === "stay" && this.#plan.role === "server";
    this.#answers.add({ scope, channel: plan.number }, plan.messages, { finishes: plan.finishes, whole });
  }

  /** Answers the channels that the peer opens, and a scope that it opened, as they come. */
  #answerAll(scope: ClientScope | ServerScope, plan: ScopePlan): void {
    const random = randomNumbers(this.#plan.seed + scope.number);
    const write = async (
      writable: WritableStream<Uint8Array>,
      { messages, finishes }: Pick<ChannelPlan, "messages" | "finishes">,
    ): Promise<void> => {
      const writer = writable.getWriter();
      for (const message of messages) {
        if (random() < 0.3) await turn();
        await writer.write(message);
      }
      if (finishes) await writer.close();
      writer.releaseLock();
    };
    if ("writable" in scope) {
      const { responses, finishes } = plan;
      this.#answers.add({ scope: scope.number }, responses, { finishes, whole: this.#plan.end === "stay" });
      // The finish comes in its own time.
      this.#answering.push(write(scope.writable, { messages: responses, finishes: false }).catch(() => {}));
    }
    const take = async (): Promise<void> => {
      for await (const { request: index, writable } of scope.channels) {
        const channel = plan.channels[index[0] ?? -1];
        // That it fails, when the scope ends first, is what the peer sees.
        if (channel) this.#answering.push(write(writable, channel).catch(() => {}));
      }
    };
    take().catch(() => {});
  }

  async #finishScope(scope: ClientScope | ServerScope, ofScope: readonly ExpectedReading[]): Promise<void> {
    const { number } = scope;
    let cut = "cut by scope";
    if ("responses" in scope) {
      this.#peer.send(responseFinish(number));
      const [ofResponses] = ofScope;
      if (ofResponses) ofResponses.expected.end = "done";
    } else {
      cut = "cut by local";
      // It waits for what comes and goes, as a server does.
      await this.#settled();
      await this.#answered();
      scope.writable.close().catch(() => {});
    }
    for (const { expected } of ofScope) if (expected.end === "pending") expected.end = cut;
    this.#open.scopes.delete(number);
    for (const list of [this.#open.ours, this.#open.lasting]) {
      list.splice(0, list.length, ...list.filter(([of]) => of !== number));
    }
  }

  async #answered(): Promise<void> {
    await turn();
    await Promise.all(this.#answering);
  }

  async #end(loses: boolean): Promise<void> {
    const { end } = this.#plan;
    for (const reading of this.#readings) reading.start();
    if (end === "stay") {
      await this.#settled();
      await this.#answered();
      for (const reading of this.#readings) await reading.catchUp();
      // When the peer has this it has all.
      await this.#connection.authorize(new Uint8Array());
      while (this.#peer.received.at(-1)?.[0] !== 0) await turn();
      return;
    }
    if (loses) await this.#settled();
    this.#peer[end]();
    for (const { expected } of this.#readings) if (expected.end === "pending") expected.end = "cut by carrier";
    await this.#connection.closed;
    await Promise.all(this.#readings.map(({ done }) => done));
  }

  #sendGarbage(): void {
    const { message, as } = garbage(this.#plan.role, this.#open, this.#random);
    this.#peer.send(message);
    if (as) this.#disregarded[as]++;
  }
}
