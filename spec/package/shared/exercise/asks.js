import {
  AskChannel,
  AskError,
  AskLostError,
  answerPath,
  decodeAsk,
  encodeAsk,
  parseAnswerPath,
  StandingSubscription,
} from "channel-frames/proxy";
import { check, same } from "./checks.js";
import { collect, message } from "./streams.js";

const item = message(0, { method: "notifications/tools/list_changed" });

/** Asks over streams in place of sockets: one that is answered, a subscription, and one that is lost. */
export async function asks() {
  same(answerPath("mcp/notifications", 7), "/mcp/notifications/7", "the path of an answer");
  same(parseAnswerPath("/vault/get/12"), { kind: "vault/get", channel: 12 }, "what a path is for");
  const again = decodeAsk(encodeAsk({ channel: 7, kind: "command", payload: Uint8Array.of(1) }));
  same([again.channel, again.kind, ...again.payload], [7, "command", 1], "an ask there and back");
  try {
    decodeAsk(Uint8Array.of(0, 0));
    check(false, "a short ask is refused");
  } catch (error) {
    check(error instanceof AskError && error.code === "short", "a short ask is refused");
  }

  const channel = new AskChannel();
  const requests = new TransformStream();
  channel.attach({ readable: new ReadableStream(), writable: requests.writable });
  const reader = requests.readable.getReader();
  const frames = new StandingSubscription(channel).getReader();
  const listed = channel.ask("mcp/list-tools");
  answer(channel, await reader.read(), []);
  await collect((await listed).readable);
  answer(channel, await reader.read(), [item]);
  same((await frames.read()).value.type, "notification", "the first of a subscription");
  await frames.cancel();
  const lost = channel.ask("vault/get");
  channel.close();
  const broke = await lost.catch((error) => error);
  check(broke instanceof AskLostError && broke.code === "closed", "an ask that is lost");
}

/** Opens the path of an ask, as a server would, and sends on it. */
function answer(channel, { value }, messages) {
  const ask = decodeAsk(value);
  const claim = channel.claim(ask.kind, ask.channel);
  let close = () => {};
  const closed = new Promise((resolve) => {
    close = resolve;
  });
  const readable = new ReadableStream({
    start(controller) {
      for (const one of messages) controller.enqueue(one);
      controller.close();
    },
  });
  claim.answer({ readable, writable: new WritableStream(), closed });
  close({ clean: true, code: 1000, reason: "", by: "peer" });
}
