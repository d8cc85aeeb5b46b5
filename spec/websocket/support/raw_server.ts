import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { Socket } from "node:net";
import { onTestFinished } from "vitest";
import { portOf } from "./port_of.ts";

/** The constant that a handshake is sealed with (RFC 6455). */
const SEAL = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/**
 * Serves one test by hand, to do what no WebSocket server would.
 *
 * @param onUpgrade is given the connection, and the text that accepts it as a WebSocket
 * @returns the URL to connect to
 */
export async function serveRaw(onUpgrade: (socket: Socket, acceptance: string) => void): Promise<string> {
  const server = createServer();
  const sockets = new Set<Socket>();
  server.on("upgrade", ({ headers }, socket) => {
    if (!(socket instanceof Socket)) throw new Error("The connection is no TCP socket");
    sockets.add(socket);
    socket.on("error", () => {});
    const accept = createHash("sha1").update(`${headers["sec-websocket-key"]}${SEAL}`).digest("base64");
    const lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
    onUpgrade(socket, `${[...lines, `Sec-WebSocket-Accept: ${accept}`].join("\r\n")}\r\n\r\n`);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `ws://127.0.0.1:${portOf(server)}`;
}

export const TEXT = 1;
export const BINARY = 2;
export const CLOSE = 8;

/** One whole frame, as a server sends it; of at most 125 bytes. */
export function frame(opcode: number, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(0x80 | opcode, payload.byteLength, ...payload);
}

/** A close frame with this code and no reason. */
export function closeFrame(code: number): Uint8Array<ArrayBuffer> {
  return frame(CLOSE, Uint8Array.of(code >> 8, code & 0xff));
}
