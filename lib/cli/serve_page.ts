import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { basename } from "node:path";
import { pipeline } from "node:stream";
import { CliError } from "./cli_error.ts";

/** What is served. */
export interface ServedPage {
  readonly page: string;
  /** The path of a tape, served at `/tape`. */
  readonly tape?: string | undefined;
  /** 0 for a free one. */
  readonly port: number;
}

const headers = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
};

/** Serves the page on 127.0.0.1. @throws {CliError} if it cannot, or there is no such tape */
export async function servePage({ page, tape, port }: ServedPage): Promise<{ port: number; close(): Promise<void> }> {
  if (tape !== undefined) await sizeOf(tape);
  let own = 0;
  const server = createServer((request, response) => {
    // Another page may have a name of its own that leads to this machine.
    if (![`127.0.0.1:${own}`, `localhost:${own}`].includes(request.headers.host ?? "")) refuse(response, 403);
    else if (request.method !== "GET" && request.method !== "HEAD") refuse(response, 405);
    else answer(request, response, page, tape).catch(() => refuse(response, 404));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(new CliError(`Cannot serve on port ${port}: ${error.message}`, undefined, error)),
    );
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  own = typeof address === "object" && address ? address.port : port;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: own, close };
}

async function answer(request: IncomingMessage, response: ServerResponse, page: string, tape?: string): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
  if (pathname === "/") {
    response.writeHead(200, { ...headers, "content-type": "text/html; charset=utf-8", "x-frame-options": "DENY" });
    response.end(request.method === "HEAD" ? undefined : page);
  } else if (pathname === "/tape" && tape !== undefined) {
    const size = await sizeOf(tape);
    const name = encodeURIComponent(basename(tape));
    response.writeHead(200, {
      ...headers,
      "content-type": "application/octet-stream",
      "content-length": size,
      "x-tape-name": name,
    });
    if (request.method === "HEAD" || size === 0) response.end();
    // What is written to it meanwhile is for the next time.
    else pipeline(createReadStream(tape, { end: size - 1, highWaterMark: 1024 * 1024 }), response, () => {});
  } else refuse(response, 404);
}

function refuse(response: ServerResponse, status: number): void {
  if (!response.headersSent) response.writeHead(status, headers);
  response.end();
}

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size;
  } catch (error) {
    throw new CliError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`, undefined, error);
  }
  throw new CliError(`${path} is no file`);
}
