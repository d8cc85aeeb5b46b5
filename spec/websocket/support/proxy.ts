import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { portOf } from "./port_of.ts";

/** A connection that goes on being there while nothing gets through any more. */
export interface Proxy {
  readonly url: string;
  /** From now on nothing is forwarded, in neither direction, and no end is. */
  freeze(): void;
}

/** Stands between a client and the server of this URL, for one test. */
export async function proxyTo(url: string): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: "127.0.0.1", port: Number(new URL(url).port), allowHalfOpen: true });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
    near.pipe(far).pipe(near);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `ws://127.0.0.1:${portOf(server)}`,
    freeze() {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}
