import type { Arguments } from "./arguments.ts";
import { usageError } from "./cli_error.ts";
import type { Command } from "./command.ts";
import type { CliContext } from "./context.ts";
import { readFamily } from "./families.ts";
import { openBrowser } from "./open_browser.ts";
import { pageText } from "./page_text.ts";
import { familyOption } from "./report_options.ts";
import { servePage } from "./serve_page.ts";
import { exitWhenStopped } from "./stopped.ts";

export const view: Command = {
  synopsis: "<tape|ws-url>",
  summary: "Look at a tape or a live channel in the browser",
  about: [
    "Serves a page on 127.0.0.1 that shows the ending, the messages over time, each of them in full, and a run loop as a conversation, and prints its address. Nothing leaves this machine but what the channel itself asks for.",
    "It serves until Ctrl-C.",
  ],
  options: {
    ...familyOption,
    prompt: { value: "text", help: 'Of a channel: ask for a run loop, by sending {"prompt": "…"} first' },
    port: { value: "number", help: "The port; a free one if it is left out" },
    open: { help: "Open the address in the browser" },
  },
  examples: ["view run.tape --open", "view ws://127.0.0.1:14979/tool/notifications"],
  takes: [1, 1],
  async run(given, context) {
    const [what = ""] = given.positionals;
    const isChannel = /^wss?:/.test(what);
    const prompt = given.text("prompt");
    if (prompt !== undefined && !isChannel) throw usageError("--prompt is for a channel, and this is a tape");
    const page = await pageText(isChannel ? originOf(what) : undefined);
    const tape = isChannel ? undefined : what;
    const { port, close } = await servePage({ page, tape, port: portOf(given) });
    try {
      const address = `http://127.0.0.1:${port}/?${query(given, what, isChannel)}`;
      await context.out(`${address}\n`);
      if (given.flag("open")) openBrowser(address, context.err);
      await untilStopped(context);
    } finally {
      await close();
    }
    return exitWhenStopped(context.signal) ?? 0;
  },
};

function query(given: Arguments, what: string, isChannel: boolean): URLSearchParams {
  const family = readFamily(given.text("family"));
  const prompt = given.text("prompt");
  return new URLSearchParams({
    ...(isChannel ? { ws: what } : { tape: "/tape" }),
    ...(family === undefined ? {} : { family }),
    ...(prompt === undefined ? {} : { prompt }),
  });
}

function originOf(url: string): string {
  try {
    return new URL(url).origin;
  } catch {
    throw usageError(`${JSON.stringify(url)} is no address of a WebSocket`);
  }
}

function portOf(given: Arguments): number {
  const port = Number(given.text("port") ?? 0);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw usageError("--port is a number below 65536");
}

function untilStopped({ signal }: CliContext): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
