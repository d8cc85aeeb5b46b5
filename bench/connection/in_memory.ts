import { ClientConnection, encodeEnvelope, ServerConnection } from "../../lib/connection/mod.ts";
import { type Case, ratiosTo, timeInTurn } from "../measure.ts";
import { Accepted, type Writer } from "./accepted.ts";
import { cpuTime } from "./cpu_time.ts";
import { feed } from "./feed.ts";
import { inTurn, messages, payloads } from "./payloads.ts";
import { printTable } from "./table.ts";
import { Tally } from "./tally.ts";
import type { Goal } from "./verdicts.ts";

const nothing = new Uint8Array();
const channelCounts = [1, 10, 1000];

/** Both sides apart, in one process and without a socket, against the streams that they read from and write to. */
export async function measureInMemory({
  count,
  repetitions,
}: {
  readonly count: number;
  readonly repetitions: number;
}): Promise<readonly Goal[]> {
  const receiving = Object.fromEntries(channelCounts.map((many) => [nameOf(many), receive(many)]));
  await measure(
    "Receiving, in memory, 200 B; processor time",
    { [bare]: receiveBare(), ...receiving },
    count,
    repetitions,
  );
  const sending = Object.fromEntries(channelCounts.map((many) => [nameOf(many), send(many)]));
  await measure("Sending, in memory, 200 B; processor time", { [bare]: sendBare(), ...sending }, count, repetitions);
  return [];
}

const bare = "the carrier's stream alone";
const nameOf = (channels: number): string =>
  channels === 1 ? "connection, 1 channel" : `connection, ${channels.toLocaleString("en-US")} channels`;

async function measure(title: string, cases: Readonly<Record<string, Case>>, count: number, repetitions: number) {
  const times = await timeInTurn(cases, { count, repetitions, clock: cpuTime });
  const toOne = ratiosTo(nameOf(1), times, count);
  const lines = ratiosTo(bare, times, count).map(({ name, median, lowest, highest, nanoseconds }, at) => {
    return [name, [median, lowest, highest, toOne[at]?.median ?? Number.NaN, nanoseconds / 1000]] as const;
  });
  printTable(title, ["× alone", "lowest", "highest", "× 1 channel", "µs/message"], Object.fromEntries(lines));
}

function receiveBare(): Case {
  const { readable, give } = feed<Uint8Array>();
  const tally = new Tally();
  tally.drain(readable);
  return (count) => {
    const came = tally.expect(count);
    give(inTurn(messages["200 B"], count));
    return came;
  };
}

function receive(channels: number): Case {
  const { readable, give } = feed<Uint8Array>();
  const tally = new Tally();
  const scope = new ClientConnection({ readable, writable: new WritableStream() }).open(nothing);
  for (let opened = 0; opened < channels; opened++) tally.drain(scope.channel(nothing).readable);
  const responses = Array.from({ length: 1000 }, (_, at) =>
    encodeEnvelope({
      type: "channel-response",
      scope: 1,
      channel: 1 + (at % channels),
      payload: payloads["200 B"][at] ?? nothing,
    }),
  );
  return (count) => {
    const came = tally.expect(count);
    give(inTurn(responses, count));
    return came;
  };
}

function sendBare(): Case {
  const tally = new Tally();
  const writer = new WritableStream({ write: tally.add }).getWriter();
  return async (count) => {
    const came = tally.expect(count);
    for (const message of inTurn(messages["200 B"], count)) await writer.write(message);
    return came;
  };
}

function send(channels: number): Case {
  const { readable, give } = feed<Uint8Array>();
  const tally = new Tally();
  const accepted = new Accepted(new ServerConnection({ readable, writable: new WritableStream({ write: tally.add }) }));
  give([
    encodeEnvelope({ type: "request", scope: 1, payload: nothing }),
    ...Array.from({ length: channels }, (_, at) =>
      encodeEnvelope({ type: "channel-request", scope: 1, channel: at + 1, payload: nothing }),
    ),
  ]);
  return async (count) => {
    const came = tally.expect(count);
    const each = count / channels;
    const write = async (writer: Writer, at: number): Promise<void> => {
      for (const payload of inTurn(payloads["200 B"], each, at * each)) await writer.write(payload);
    };
    await Promise.all((await accepted.first(channels)).map(write));
    return came;
  };
}
