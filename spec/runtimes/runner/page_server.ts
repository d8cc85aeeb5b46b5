import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import type { Run } from "./runtime.ts";

const page = `<!doctype html>
<title>channel-frames</title>
<script type="module">
  const tell = (error) => fetch("results", { method: "POST", body: JSON.stringify({ place: "broken", results: String(error) }) });
  import("./page.js").catch(tell);
</script>
`;

const headers = {
  // Only an isolated page has shared memory.
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cache-Control": "no-store",
};

/** A server for one browser: it gives the page and takes the results. */
export interface PageServer {
  readonly url: string;
  /** Fulfils when the page and its worker have posted theirs. Rejects with what broke them. */
  readonly runs: Promise<readonly Run[]>;
  close(): void;
}

export async function servePage(bundles: string): Promise<PageServer> {
  const runs: Run[] = [];
  let tell: (runs: readonly Run[]) => void = () => {};
  let give: (reason: Error) => void = () => {};
  const told = new Promise<readonly Run[]>((resolve, reject) => {
    tell = resolve;
    give = reject;
  });
  // The caller may have given up on it.
  told.catch(() => {});

  const server = createServer(async (request, response) => {
    const name = new URL(request.url ?? "/", "http://localhost").pathname.slice(1);
    if (request.method === "POST") {
      const { place, results } = JSON.parse(await textOf(request));
      response.writeHead(204, headers).end();
      if (!Array.isArray(results)) give(new Error(String(results)));
      else if (runs.push({ place, results }) === 2) tell(runs);
    } else if (name === "") {
      response.writeHead(200, { ...headers, "Content-Type": "text/html" }).end(page);
    } else if (name === "page.js" || name === "web_worker.js") {
      const type = { ...headers, "Content-Type": "text/javascript" };
      response.writeHead(200, type).end(await readFile(join(bundles, name)));
    } else {
      response.writeHead(404, headers).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    runs: told,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}
