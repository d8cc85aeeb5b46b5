import type { EventSocket } from "channel-frames/websocket";
import { Sights } from "../suite/served/seen.ts";
import { serveSocket } from "../suite/served/serve_socket.ts";

/** What Deno has, as far as it is used here. */
interface Deno {
  serve(options: object, answer: (request: Request) => Response): { readonly addr: { readonly port: number } };
  upgradeWebSocket(request: Request): { readonly socket: EventSocket; readonly response: Response };
}

/** Serves what the suite's own server has to serve by the sockets that Deno gives to servers. Gives its address. */
export function startDenoServer(): string | undefined {
  const deno: Deno | undefined = Reflect.get(globalThis, "Deno");
  if (deno === undefined) return undefined;
  const sights = new Sights();
  const { addr } = deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const url = new URL(request.url);
    if (request.headers.get("upgrade") !== "websocket") return Response.json(sights.of(url));
    const { socket, response } = deno.upgradeWebSocket(request);
    serveSocket(url, socket, sights.of(url));
    return response;
  });
  return `ws://127.0.0.1:${addr.port}`;
}
