import { AskChannel } from "./ask_channel.ts";
import { type ProxyOptions, proxyLimits } from "./proxy_options.ts";
import { ProxyServer } from "./proxy_server.ts";
import type { RunningProxy } from "./running_proxy.ts";
import { findSocketServer } from "./socket_server.ts";

/**
 * Runs a proxy as a container of the protocol has one: a WebSocket server with the paths that a provider's server
 * opens. It is for the development and the tests of such a server, and what it asks is for the program to say.
 *
 * | path | |
 * | --- | --- |
 * | `/requests` | what is asked by `asks`. While one connection is there another gets HTTP 409 |
 * | `/mcp/notifications/7` and the other kinds | the answer of an ask: HTTP 404 if nobody waits for it, 409 if it is answered already |
 * | `/agent/run` | the run loop that `run` gives for the prompt |
 * | `/tool/notifications` | the notifications that `toolNotifications` gives |
 *
 * Any other path gets HTTP 404, more connections than there may be 503, a page of a browser 403. A handler that throws
 * becomes an error frame; a stream of a handler that errors is broken off, so that it is not taken for complete.
 *
 * It needs the package `ws`, in Node, Deno or Bun.
 *
 * @throws {TypeError} (as a rejection, like the others) without that package, or for an option that has no sense; what the
 * platform says of a port that is taken
 *
 * @example
 * ```ts
 * import { createProxy } from "channel-frames/proxy";
 *
 * const proxy = await createProxy({
 *   port: 0, // a free one
 *   run: (prompt) =>
 *     new ReadableStream({
 *       start(controller) {
 *         controller.enqueue({ type: "chunk", chunk: { type: "user", prompt } });
 *         controller.close();
 *       },
 *     }),
 * });
 * console.assert(proxy.url === `ws://127.0.0.1:${proxy.port}`);
 * await proxy.close();
 * ```
 */
export async function createProxy(options: ProxyOptions = {}): Promise<RunningProxy> {
  const limits = proxyLimits(options);
  const asks = new AskChannel(options);
  const server = new ProxyServer(options.WebSocketServer ?? (await findSocketServer()), limits, asks, options);
  try {
    await server.listening;
  } catch (error) {
    await server.close();
    throw error;
  }
  return server;
}
