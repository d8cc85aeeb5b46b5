import { tap } from "../streams/inbox.ts";
import type { OutgoingMessage } from "../streams/outgoing_message.ts";
import { cancelledBy, endingOf } from "./ending_of.ts";
import { TapeDeck } from "./tape_deck.ts";
import { TapeRecorder } from "./tape_recorder.ts";
import type { TapeRecorderOptions } from "./tape_recorder_options.ts";

/** What is recorded, and its tape. */
export interface Recording<T> {
  /** The messages. From here on they are to be read from this stream. */
  readonly readable: ReadableStream<T>;
  /** The tape, as that of a `TapeRecorder`. */
  readonly tape: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * Records a stream of messages as it is read. What `webSocketMessages` and the channels of a connection give is listened
 * to, which costs next to nothing, and `readable` is the same stream. Any other goes through a {@link TapeRecorder}, and so
 * does each with `whenSlow: "wait"` or a `signal`.
 *
 * @throws {TypeError} for an option that has no sense, metadata that a tape cannot hold, or a stream that is locked
 *
 * @example
 * ```ts
 * import { NotificationGuardedDecoderStream } from "channel-frames";
 * import { record, replay } from "channel-frames/tape";
 * import { webSocketMessages } from "channel-frames/websocket";
 * import { WebSocket, WebSocketServer } from "ws";
 *
 * const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
 * server.on("connection", (socket) => webSocketMessages(socket).writable.close());
 * await new Promise((resolve) => server.once("listening", resolve));
 * const address = server.address();
 * const port = typeof address === "object" ? address?.port : undefined;
 *
 * const socket = webSocketMessages(new WebSocket(`ws://127.0.0.1:${port}`));
 * const { readable, tape } = record(socket.readable, { family: "notifications" });
 * const decoder = new NotificationGuardedDecoderStream({ unserved: "close" });
 * await readable.pipeThrough(decoder).pipeTo(new WritableStream());
 * console.assert((await decoder.ending).kind === "unserved");
 * console.assert((await replay(tape).header).family === "notifications");
 * server.close();
 * ```
 */
export function record<T extends OutgoingMessage = Uint8Array>(
  messages: ReadableStream<T>,
  options: TapeRecorderOptions = {},
): Recording<T> {
  if (!messages.locked && options.whenSlow !== "wait" && !options.signal) {
    const deck = new TapeDeck(options);
    const isHeard = tap(messages, {
      message: (message) => deck.record(message),
      end: (broke) => deck.end(endingOf(broke)),
      cancel: (reason) => deck.end(cancelledBy(reason)),
    });
    if (isHeard) return { readable: messages, tape: deck.tape };
  }
  const recorder = new TapeRecorder<T>(options);
  return { readable: messages.pipeThrough(recorder), tape: recorder.tape };
}
