import { once } from "node:events";
import { createServer } from "node:http";
import { AskChannel, type AskChannelOptions, decodeAsk, parseAnswerPath } from "channel-frames/proxy";
import { type WebSocketMessages, webSocketMessages } from "channel-frames/websocket";
import { type WebSocket, WebSocketServer } from "ws";
import { portOf } from "../../websocket/support/port_of.ts";

/** What happened at a proxy. `connection` is the number of the `/requests` connection that was the last then. */
export interface ProxyEvent {
  readonly what: "asked" | "opened" | "closed";
  readonly path: string;
  readonly connection: number;
}

/** A proxy of as few lines as can be, whose sockets the test has in its hands. */
export interface TestProxy {
  readonly base: string;
  readonly asks: AskChannel;
  /** The `/requests` connection that is live. */
  requests(): WebSocket | undefined;
  /** The sockets of answers, by path; those that are over among them, in the order in which they were opened. */
  readonly answers: readonly { readonly path: string; readonly socket: WebSocket }[];
  /** What every request for an upgrade got, in order: `"/requests 101"`. */
  readonly upgrades: readonly string[];
  /** Every ask as it was sent, every answer as it was opened and closed. */
  readonly events: readonly ProxyEvent[];
  /** How many sockets are open. */
  open(): number;
  close(): Promise<void>;
}

const texts: Readonly<Record<number, string>> = { 404: "Not Found", 409: "Conflict", 503: "Service Unavailable" };

/** Starts one on the loopback interface, on a free port if none is given. */
export async function startTestProxy(options: AskChannelOptions = {}, port = 0): Promise<TestProxy> {
  const asks = new AskChannel(options);
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer();
  const answers: { path: string; socket: WebSocket }[] = [];
  const upgrades: string[] = [];
  const events: ProxyEvent[] = [];
  let requests: WebSocket | undefined;
  let isClosed = false;
  const note = (what: ProxyEvent["what"], path: string): void => {
    events.push({ what, path, connection: asks.connections });
  };

  server.on("upgrade", (request, socket, head) => {
    const path = String(request.url);
    socket.on("error", () => {});
    const refuse = (status: number): void => {
      upgrades.push(`${path} ${status}`);
      socket.end(`HTTP/1.1 ${status} ${texts[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    };
    const accept = (use: (messages: WebSocketMessages, socket: WebSocket) => void): boolean => {
      let isOpen = false;
      sockets.handleUpgrade(request, socket, head, (opened) => {
        isOpen = true;
        upgrades.push(`${path} 101`);
        opened.on("error", () => {});
        use(webSocketMessages(opened), opened);
      });
      return isOpen;
    };
    if (isClosed) return refuse(503);
    if (path === "/requests") {
      if (asks.isConnected) return refuse(409);
      accept((messages, opened) => {
        requests = opened;
        const send = opened.send.bind(opened);
        opened.send = (message: Uint8Array, ...rest: never[]) => {
          const { kind, channel } = decodeAsk(message);
          note("asked", `/${kind}/${channel}`);
          send(message, ...rest);
        };
        asks.attach(messages).then(() => {
          requests = undefined;
        });
      });
      return;
    }
    const address = parseAnswerPath(path);
    const claim = address ? asks.claim(address.kind, address.channel) : "unknown";
    if (claim === "unknown") return refuse(404);
    if (claim === "taken") return refuse(409);
    const isOpen = accept((messages, opened) => {
      note("opened", path);
      opened.on("close", () => note("closed", path));
      answers.push({ path, socket: opened });
      claim.answer(messages);
    });
    if (!isOpen) claim.giveUp();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    base: `ws://127.0.0.1:${portOf(server)}`,
    asks,
    requests: () => requests,
    answers,
    upgrades,
    events,
    open: () => sockets.clients.size,
    async close() {
      isClosed = true;
      asks.close();
      for (const socket of sockets.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
