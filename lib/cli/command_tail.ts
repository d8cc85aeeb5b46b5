import type { Command } from "./command.ts";
import { filterOptions, readFilter } from "./filter.ts";
import { liveOptions } from "./live_options.ts";
import { liveRecords } from "./live_records.ts";
import { readReport, reportOptions } from "./report_options.ts";
import { exitWhenStopped } from "./stopped.ts";
import { fileOptions } from "./tape_sink.ts";
import { exitCodeOf } from "./verdict.ts";
import { watch } from "./watch.ts";

export const tail: Command = {
  synopsis: "<ws-url>",
  summary: "Show a channel live, until it ends",
  about: [
    "Opens a WebSocket and shows the messages that come, as inspect does, until the end. The family is that of run loops for a path /agent/run and with --prompt, and otherwise that of notifications.",
    "Ctrl-C leaves the channel. With --tape it is recorded too, and the tape is whole: its ending is then cancelled. The exit code tells the ending: 0 finished, 3 failed, 4 unserved, 5 cut, 6 violated; 130 after Ctrl-C; 1 if there was no connection.",
  ],
  options: {
    ...liveOptions,
    tape: { short: "t", value: "file", help: "Record it on a tape, too" },
    ...fileOptions,
    ...reportOptions,
    ...filterOptions,
  },
  examples: [
    "tail ws://127.0.0.1:14979/tool/notifications",
    'tail ws://127.0.0.1:14979/agent/run --prompt "What is new?" --text --tape run.tape',
  ],
  takes: [1, 1],
  async run(given, context) {
    const options = { report: readReport(given, context.screen), filter: readFilter(given) };
    const [url = ""] = given.positionals;
    const records = await liveRecords(url, given.text("tape"), given, context);
    const verdict = await watch(records, options, context);
    return exitWhenStopped(context.signal) ?? exitCodeOf(verdict);
  },
};
