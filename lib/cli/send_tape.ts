import { CutError } from "../mod.ts";
import type { WebSocketMessages } from "../websocket/mod.ts";
import { each } from "./each.ts";

/** What became of a tape that was sent. */
export interface Sending {
  readonly messages: number;
  /** How it ended: as the tape did, or because the peer left before. */
  readonly end: "finish" | "broken off" | "peer left";
}

/**
 * Sends the messages of a replay on a socket, and ends it as the tape does: by a close in order, or by breaking it off.
 *
 * Rejects for what is no tape, or cannot be read; then, too, the socket was broken off.
 */
export async function sendTape(
  replayed: ReadableStream<Uint8Array>,
  { readable, writable, closed }: WebSocketMessages,
): Promise<Sending> {
  const reader = replayed.getReader();
  const writer = writable.getWriter();
  let messages = 0;
  let isGone = false;

  // What the peer says is of no concern, as on a channel; but it has to be taken, or its close is never seen.
  each(readable, () => {}).catch(() => {});
  closed.then(() => {
    isGone = true;
    return reader.cancel().catch(() => {});
  });
  writer.closed.catch(() => {});

  for (;;) {
    let result: ReadableStreamReadResult<Uint8Array>;
    try {
      result = await reader.read();
    } catch (reason) {
      await writer.abort(reason).catch(() => {});
      if (!(reason instanceof CutError)) throw reason;
      return { messages, end: "broken off" };
    }
    if (isGone) return { messages, end: "peer left" };
    try {
      if (result.done) {
        await writer.close();
        return { messages, end: "finish" };
      }
      await writer.write(result.value);
      messages++;
    } catch (error) {
      await reader.cancel(error).catch(() => {});
      return { messages, end: "peer left" };
    }
  }
}
