import type { EventSocket } from "channel-frames/websocket";
import { runSuite } from "../suite/run_suite.ts";
import { Sights } from "../suite/served/seen.ts";
import { serveSocket } from "../suite/served/serve_socket.ts";
import { show } from "../suite/show.ts";
import { optionsOf } from "./options_of.ts";

/** The two ends of a connection: one to give away, one to keep. */
declare const WebSocketPair: new () => { readonly 0: EventSocket; readonly 1: EventSocket };

const sights = new Sights();

/** Serves what the suite's own server has to serve by the sockets that workerd gives to servers. */
function serve(url: URL): Response {
  const { 0: given, 1: kept } = new WebSocketPair();
  serveSocket(url, kept, sights.of(url));
  // What belongs to workerd's own `ResponseInit`.
  const init: ResponseInit & { readonly webSocket: EventSocket } = { status: 101, webSocket: given };
  return new Response(null, init);
}

// What workerd runs: the suite on a request for it, as timers and streams belong to one.
// biome-ignore lint/style/noDefaultExport: workerd looks for it
export default {
  async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (request.headers.get("upgrade") === "websocket") return serve(url);
    if (url.pathname === "/seen") return Response.json(sights.of(url));
    try {
      return Response.json(await runSuite({ ...optionsOf(request.url), ownServerUrl: `ws://${url.host}` }));
    } catch (error) {
      return new Response(show(error), { status: 500 });
    }
  },
};
