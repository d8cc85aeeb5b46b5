import type { EventSocket } from "channel-frames/websocket";
import type { WebSocket } from "ws";

/** A real socket, of which no more can be seen than the standard has: it cannot be paused, nor dropped. */
export function standardOnly(socket: WebSocket): EventSocket {
  return {
    get binaryType() {
      return socket.binaryType;
    },
    set binaryType(type) {
      Reflect.set(socket, "binaryType", type);
    },
    get readyState() {
      return socket.readyState;
    },
    get bufferedAmount() {
      return socket.bufferedAmount;
    },
    send: (message) => socket.send(message),
    close: (code, reason) => socket.close(code, reason),
    addEventListener: (type: "open" | "message" | "close" | "error", listener) =>
      socket.addEventListener(type, listener),
  };
}
