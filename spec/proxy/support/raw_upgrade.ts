import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A connection that has become a WebSocket for the other side, and for this one is bytes. */
export interface RawWebSocket {
  readonly socket: Socket;
  /** All that came after the upgrade, so far. */
  received(): Buffer;
}

export async function rawUpgrade(port: number, path: string): Promise<RawWebSocket> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  const head = ["Host: a", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];
  const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
  socket.write(`GET ${path} HTTP/1.1\r\n${[...head, key].join("\r\n")}\r\n\r\n`);
  let received = Buffer.alloc(0);
  socket.on("data", (data: Buffer) => {
    received = Buffer.concat([received, data]);
  });
  await once(socket, "data");
  if (!received.toString("latin1").startsWith("HTTP/1.1 101 ")) throw new Error(received.toString("latin1", 0, 20));
  const length = received.indexOf("\r\n\r\n") + 4;
  return { socket, received: () => received.subarray(length) };
}
