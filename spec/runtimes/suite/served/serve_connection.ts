import { type IncomingChannel, ServerConnection, type ServerScope } from "channel-frames/connection";
import type { WebSocketMessages } from "channel-frames/websocket";
import { numbered, numberOf } from "../numbered.ts";
import { pause } from "../pause.ts";
import { readAll } from "../read_all.ts";
import { type ChannelAsk, fromPayload, type ScopeAsk, toPayload } from "./asks.ts";
import type { Parameters } from "./parameters.ts";
import type { Sight } from "./seen.ts";

/** The server's side of a connection: does what each request asks for. */
export async function serveConnection(messages: WebSocketMessages, _: Parameters, sight: Sight): Promise<void> {
  const connection = new ServerConnection(messages, {
    // What it is given it gives back.
    onAuthorization: (payload) => void connection.authorize(payload.slice()).catch(() => {}),
  });
  connection.closed.then(({ clean }) => sight.note({ read: clean ? "done" : "cut" }));
  for await (const scope of connection.scopes) serveScope(connection, scope).catch(() => {});
}

async function serveScope(connection: ServerConnection, scope: ServerScope): Promise<void> {
  const { responses = 0, opens = 0 } = fromPayload<ScopeAsk>(scope.request);
  const writer = scope.writable.getWriter();
  const finish = (): Promise<void> => writer.close();
  const answering = answerChannels(connection, scope, finish);
  for (let number = 0; number < responses; number++) await writer.write(numbered(number));
  if (opens > 0) {
    const channels = Array.from({ length: opens }, (_, count) => scope.channel(toPayload({ count })));
    const answers = channels.map(async ({ number, readable }) => {
      const { values, end } = await readAll(readable);
      await writer.write(toPayload({ channel: number, numbers: values.map(numberOf), end: String(end) }));
    });
    await Promise.all(answers);
    await finish();
  }
  await answering;
}

async function answerChannels(
  connection: ServerConnection,
  scope: ServerScope,
  finish: () => Promise<void>,
): Promise<void> {
  for await (const channel of scope.channels) answer(connection, channel, finish).catch(() => {});
}

async function answer(
  connection: ServerConnection,
  channel: IncomingChannel,
  finishScope: () => Promise<void>,
): Promise<void> {
  const { count = 0, first = 0, bytes, afterwards = "finish" } = fromPayload<ChannelAsk>(channel.request);
  const writer = channel.writable.getWriter();
  for (let number = first; number < first + count; number++) {
    await writer.write(numbered(number, bytes));
    // Others may have their turn.
    await pause(0);
  }
  switch (afterwards) {
    case "finish":
      return writer.close();
    case "finish scope":
      return finishScope();
    case "close connection":
      return connection.close();
    case "break connection off":
      return connection.abort("enough");
  }
}
