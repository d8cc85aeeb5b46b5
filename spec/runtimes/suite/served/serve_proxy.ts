import { AskChannel, parseAnswerPath, StandingSubscription } from "channel-frames/proxy";
import type { WebSocketMessages } from "channel-frames/websocket";
import { readAll } from "../read_all.ts";
import type { Sight } from "./seen.ts";

const asks: Map<Sight, AskChannel> = new Map();

/**
 * A proxy of its own for each `id`. It asks for tools, once on its first connection, and for notifications; what it is
 * told, in few words, its sight tells.
 */
export async function serveProxy(path: string, messages: WebSocketMessages, sight: Sight): Promise<void> {
  const known = asks.get(sight);
  const channel = known ?? new AskChannel();
  if (!known) {
    asks.set(sight, channel);
    askAll(channel, sight).catch(() => {});
  }
  if (path === "/requests" && !channel.isConnected) return channel.attach(messages);
  const address = parseAnswerPath(path);
  const claim = address && channel.claim(address.kind, address.channel);
  if (typeof claim === "object") claim.answer(messages);
  // Here it is too late to say so by HTTP.
  else await messages.readable.cancel("Not now");
}

async function askAll(channel: AskChannel, sight: Sight): Promise<void> {
  const told: string[] = [];
  const tell = (what: string): void => {
    told.push(what);
    sight.note({ told: [...told] });
  };
  const { readable } = await channel.ask("mcp/list-tools", Uint8Array.of(7));
  const { values } = await readAll(readable);
  tell(`tools: ${values}`);
  for await (const item of new StandingSubscription(channel, { minDelay: 1 })) {
    if (item.type === "gap") tell(`gap: ${item.ending.kind} ${item.ending.frames}`);
    else if (item.type === "error") tell(`error: ${item.error.message}`);
    else tell(item.notification.method);
  }
}
