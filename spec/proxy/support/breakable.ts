import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { portOf } from "../../websocket/support/port_of.ts";

/** Stands between clients and a server, for one test. */
export interface Breakable {
  readonly port: number;
  /** Breaks every connection there is. New ones get through. */
  breakAll(): void;
}

/** @param port of the server on this machine */
export async function breakable(port: number): Promise<Breakable> {
  const sockets = new Set<Socket>();
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
    near.pipe(far).pipe(near);
  });
  onTestFinished(() => {
    breakAll();
    server.close();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: portOf(server), breakAll };
}
