import { ChannelError, CutError, notificationFrames, readFrames } from "channel-frames";
import {
  ClientConnection,
  decodeEnvelope,
  EnvelopeDecoderStream,
  EnvelopeEncoderStream,
  EnvelopeError,
  encodeEnvelope,
  ServerConnection,
} from "channel-frames/connection";
import { webSocketMessages } from "channel-frames/websocket";
import { check, same } from "./checks.js";
import { socketPair } from "./socket_pair.js";
import { collect, message, streamOf } from "./streams.js";

const item = message(0, { method: "notifications/tools/list_changed" });

/** Two channels over one socket, one of them finished and one cut, and the envelopes by themselves. */
export async function connections() {
  const [near, far] = socketPair();
  const server = new ServerConnection(webSocketMessages(far));
  const client = new ClientConnection(webSocketMessages(near));
  const served = serve(server);
  const scope = client.open(Uint8Array.of(7));
  const channels = [scope.channel(Uint8Array.of(1)), scope.channel(Uint8Array.of(2))];
  const [finished, cut] = channels.map(({ readable }) => readFrames(readable, notificationFrames));
  same((await collect(finished)).values.length, 1, "the frames of a channel");
  same(await finished.ending, { kind: "finished", frames: 1 }, "the ending of a channel");
  const { values, broke } = await collect(cut);
  same(values.length, 1, "the frames before the scope was finished");
  check(broke instanceof CutError && broke.by === "scope", "the cut of a channel whose scope was finished");
  await client.close();
  await served;
  check((await server.closed).clean, "a connection that is closed in order");
  same(client.stats.malformed + server.stats.strangers, 0, "what was disregarded");
  await envelopes();
}

/** Sends a message on each channel, finishes the first, and then the scope. */
async function serve({ scopes }) {
  for await (const scope of scopes) {
    const writers = [];
    for await (const { writable } of scope.channels) {
      const writer = writable.getWriter();
      await writer.write(item);
      if (writers.push(writer) === 2) break;
    }
    await writers[0].close();
    await scope.writable.close();
  }
}

async function envelopes() {
  const envelope = { type: "channel-response", scope: 7, channel: 1, payload: Uint8Array.of(0, 1, 2) };
  const again = decodeEnvelope(encodeEnvelope(envelope), "server");
  same([again.scope, again.channel, ...again.payload], [7, 1, 0, 1, 2], "an envelope there and back");
  const there = streamOf([envelope]).pipeThrough(new EnvelopeEncoderStream());
  const back = await collect(there.pipeThrough(new EnvelopeDecoderStream("server")));
  same(back.values.length, 1, "envelopes there and back");
  try {
    decodeEnvelope(Uint8Array.of(1), "client");
    check(false, "a short message is refused");
  } catch (error) {
    check(error instanceof EnvelopeError && error instanceof ChannelError, "a short message is refused");
    same(error.code, "short", "the code of a short message");
  }
}
