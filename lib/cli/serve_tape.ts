import { webSocketMessages } from "../websocket/mod.ts";
import { countOf } from "./amounts.ts";
import { CliError } from "./cli_error.ts";
import type { CliContext } from "./context.ts";
import { printable } from "./printable.ts";
import { type Sending, sendTape } from "./send_tape.ts";
import { type SocketServer, serverClass } from "./ws_package.ts";

/** What is served, and where. */
export interface ServeOptions {
  /** The tape from its beginning, for each connection anew. */
  readonly play: () => Promise<ReadableStream<Uint8Array>>;
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Whether to stop after the first connection. */
  readonly once: boolean;
}

const told: Readonly<Record<Sending["end"], string>> = {
  finish: "then the finish",
  "broken off": "then it was broken off",
  "peer left": "then the peer left",
};

/** Serves a tape to everybody who connects, until it is stopped. */
export async function serveTape({ play, host, port, once }: ServeOptions, context: CliContext): Promise<void> {
  const { signal, out, err } = context;
  const Server = await serverClass(context);
  const server = new Server({ host, port });
  const address = await listening(server, host, port);
  await out(`Serving on ${address}\n`);

  let connections = 0;
  const running = new Set<Promise<void>>();
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= new Promise((resolve) => server.close(resolve));
    return closed;
  };

  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (signal.aborted) resolve();
    server.on("connection", (socket, { url = "" }) => {
      const number = ++connections;
      // Those that are open go on.
      if (once) close();
      const messages = webSocketMessages(socket);
      const serve = async (): Promise<void> => {
        const { messages: count, end } = await sendTape(await play(), messages);
        await out(`${number}  ${printable(url)}  ${countOf(count, "message")}, ${told[end]}\n`);
      };
      const served = serve().catch((error: unknown) => {
        messages.writable.abort(error).catch(() => {});
        if (!signal.aborted) err(`${number}  ${printable(error instanceof Error ? error.message : String(error))}\n`);
      });
      running.add(served);
      served.finally(() => {
        running.delete(served);
        if (once) resolve();
      });
    });
  });
  for (const client of server.clients) client.terminate();
  await Promise.all([close(), ...running]);
}

async function listening(server: SocketServer, host: string, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("listening", resolve);
    server.once("error", (error) => reject(new CliError(`Port ${port} of ${host} cannot be served: ${error.message}`)));
  });
  const address = server.address();
  const found = typeof address === "object" && address !== null && "port" in address ? address.port : port;
  return `ws://${host.includes(":") ? `[${host}]` : host}:${found}/`;
}
