import type { Command } from "./command.ts";
import { liveOptions } from "./live_options.ts";
import { liveRecords } from "./live_records.ts";
import { recordingReport } from "./report_recording.ts";
import { exitWhenStopped } from "./stopped.ts";
import { fileOptions } from "./tape_sink.ts";
import { exitCodeOf } from "./verdict.ts";
import { watch } from "./watch.ts";

export const record: Command = {
  synopsis: "<ws-url> <tape|->",
  summary: "Record a channel on a tape, until it ends",
  about: [
    "Opens a WebSocket and writes what comes on a tape: every message exactly as it was, when it came, and how the channel ended. Each message is in the file before the next is read, so even a recorder that is killed leaves a tape that reads to its last whole message, and as cut. - writes the tape to standard output.",
    "Ctrl-C leaves the channel, and the tape is whole. The exit code tells the ending: 0 finished, 3 failed, 4 unserved, 5 cut, 6 violated; 130 after Ctrl-C; 1 if there was no connection, or the tape could not be written.",
  ],
  options: { ...liveOptions, ...fileOptions },
  examples: [
    "record ws://127.0.0.1:14979/tool/notifications tool.tape",
    'record ws://127.0.0.1:14979/agent/run run.tape --prompt "What is new?"',
    "record ws://127.0.0.1:14979/tool/notifications - | gzip > tool.tape.gz",
  ],
  takes: [2, 2],
  async run(given, context) {
    const [url = "", path = "-"] = given.positionals;
    const records = await liveRecords(url, path, given, context);
    const report = recordingReport(context.screen, context.now);
    // Standard output may be where the tape goes.
    const verdict = await watch(records, { report, filter: () => true }, { out: (text) => context.err(String(text)) });
    return exitWhenStopped(context.signal) ?? exitCodeOf(verdict);
  },
};
