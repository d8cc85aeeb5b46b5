import type { Arguments } from "./arguments.ts";
import { usageError } from "./cli_error.ts";
import type { Command } from "./command.ts";
import type { CliContext } from "./context.ts";
import { readFamily } from "./families.ts";
import { openBrowser } from "./open_browser.ts";
import { pageText } from "./page_text.ts";
import { familyOption } from "./report_options.ts";
import { servePage } from "./serve_page.ts";
import { spoolInput } from "./spool_input.ts";
import { exitWhenStopped } from "./stopped.ts";
import { type ViewedChannel, viewedChannel } from "./viewed_channel.ts";

export const view: Command = {
  synopsis: "<tape|-|ws-url>",
  summary: "Look at a tape or a live channel in the browser",
  about: [
    "Serves a page on 127.0.0.1 that shows the ending, the messages over time, each of them in full, and a run loop as a conversation, and prints its address. Nothing leaves this machine but what the channel itself asks for.",
    "A tape of - is standard input, read to its end first. It serves until Ctrl-C.",
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
    const channel = isChannel ? viewedChannel(what) : undefined;
    const query = queryOf(given, channel);
    const wanted = portOf(given);
    const page = await pageText(channel?.origin);
    const spooled = what === "-" ? await spoolInput(context) : undefined;
    try {
      const tape = isChannel ? undefined : (spooled?.path ?? what);
      const { port, close } = await servePage({ page, tape, port: wanted });
      try {
        const address = `http://127.0.0.1:${port}/?${query}`;
        await context.out(`${address}\n`);
        if (given.flag("open")) openBrowser(address, context.err);
        await untilStopped(context);
      } finally {
        await close();
      }
    } finally {
      await spooled?.remove();
    }
    return exitWhenStopped(context.signal) ?? 0;
  },
};

function queryOf(given: Arguments, channel: ViewedChannel | undefined): URLSearchParams {
  const family = readFamily(given.text("family"));
  const prompt = given.text("prompt");
  return new URLSearchParams({
    ...(channel ? { ws: channel.url } : { tape: "/tape" }),
    ...(family === undefined ? {} : { family }),
    ...(prompt === undefined ? {} : { prompt }),
  });
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
