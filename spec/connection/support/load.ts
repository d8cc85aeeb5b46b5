import {
  ClientConnection,
  type ConnectionStats,
  type Role,
  type Scope,
  ServerConnection,
} from "channel-frames/connection";
import { webSocketMessages } from "channel-frames/websocket";
import { pause } from "../../support/pause.ts";
import { CheckedReader, CheckedWriter, randomNumbers } from "./checked_messages.ts";
import { nextOf } from "./next_of.ts";
import { openSockets } from "./sockets.ts";

/** What came through a connection. */
export interface LoadReport {
  readonly messages: number;
  readonly channels: number;
  readonly milliseconds: number;
  readonly stats: Readonly<Record<Role, ConnectionStats>>;
}

const SCOPES = 4;

/** Now and then lets others go first, for a turn of the event loop or a few milliseconds. */
function pacing(seed: number): () => Promise<void> | undefined {
  const random = randomNumbers(seed);
  return () => {
    const chance = random();
    if (chance < 0.0005) return pause(random() * 4);
    return chance < 0.02 ? new Promise((resolve) => setImmediate(resolve)) : undefined;
  };
}

/** Answers each channel with as many messages as its request says. */
async function answer(scope: Scope, seed: number): Promise<void> {
  const answers: Promise<void>[] = [];
  for await (const { number, request, writable } of scope.channels) {
    const [count = 0, id = 0] = new Uint32Array(request.slice().buffer);
    answers.push(
      (async () => {
        const writer = writable.getWriter();
        const messages = new CheckedWriter(id);
        const pace = pacing(seed + number);
        for (let sent = 0; sent < count; sent++) {
          await writer.write(messages.next());
          await pace();
        }
        await writer.close();
      })(),
    );
  }
  await Promise.all(answers);
}

/** Asks for so many messages on a channel, and reads them. */
async function ask(scope: Scope, id: number, count: number): Promise<number> {
  const { readable } = scope.channel(new Uint8Array(Uint32Array.of(count, id).buffer));
  const reader = readable.getReader();
  const messages = new CheckedReader(id);
  const pace = pacing(-id);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    messages.take(value);
    await pace();
  }
  if (messages.count !== count) throw new Error(`Channel ${id} finished after ${messages.count} of ${count} messages`);
  return count;
}

/**
 * Sends so many messages over one WebSocket on this machine, on channels that both sides have opened, at a random pace,
 * and checks each.
 */
export async function runLoad(total: number, channels: number): Promise<LoadReport> {
  const start = performance.now();
  const sockets = await openSockets(webSocketMessages, webSocketMessages);
  try {
    const client = new ClientConnection(sockets.client);
    const server = new ServerConnection(sockets.server);
    const asked: Promise<number>[] = [];
    const answered: Promise<void>[] = [];
    const finishing: Promise<void>[] = [];
    let left = total;
    for (let s = 0; s < SCOPES; s++) {
      const ours = client.open(Uint8Array.of(s));
      const theirs = await nextOf(server.scopes);
      answered.push(answer(ours, s), answer(theirs, -s));
      const ofScope: Promise<number>[] = [];
      for (let id = s; id < channels; id += SCOPES) {
        const count = Math.ceil(left / (channels - asked.length - ofScope.length));
        left -= count;
        ofScope.push(ask(ofScope.length % 2 ? ours : theirs, id, count));
      }
      asked.push(...ofScope);
      finishing.push(Promise.all(ofScope).then(() => theirs.writable.close()));
    }
    const counts = await Promise.all(asked);
    await Promise.all([...finishing, ...answered]);
    const { stats } = client;
    await client.close();
    await server.closed;
    const messages = counts.reduce((sum, count) => sum + count, 0);
    if (messages !== total) throw new Error(`${messages} messages came, of ${total}`);
    const milliseconds = Math.round(performance.now() - start);
    return { messages, channels: counts.length, milliseconds, stats: { client: stats, server: server.stats } };
  } finally {
    sockets.drop();
  }
}
