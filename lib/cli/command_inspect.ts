import { TapeDecoderStream } from "../tape/mod.ts";
import type { Command } from "./command.ts";
import { readFamily } from "./families.ts";
import { filterOptions, readFilter, spanOptions } from "./filter.ts";
import { withProgress } from "./progress.ts";
import { familyOption, readReport, reportOptions } from "./report_options.ts";
import { openTape } from "./tape_file.ts";
import { exitCodeOf } from "./verdict.ts";
import { watch } from "./watch.ts";

export const inspect: Command = {
  synopsis: "<tape|->",
  summary: "Show what is on a tape, and how it ended",
  about: [
    "Lists the messages of a tape: when each came, its number, type, method, size, and the telling part of it; then the ending in words. It is printed as it is read, so a tape may be of any length. - reads standard input.",
    "The exit code tells the ending: 0 finished, 3 failed, 4 unserved, 5 cut, 6 violated, 7 cancelled. A tape whose recorder was killed reads to its last whole message, and as cut. 1: it is no tape, or damaged.",
  ],
  options: { ...reportOptions, ...filterOptions, ...spanOptions, ...familyOption },
  examples: [
    "inspect run.tape",
    "inspect run.tape --method progress --from 1.5 --until 2m",
    "inspect run.tape --text",
    "inspect run.tape --json | jq 'select(.type == \"error\").body'",
    "inspect run.tape --stats",
  ],
  takes: [1, 1],
  async run(given, context) {
    const options = {
      report: readReport(given, context.screen),
      filter: readFilter(given),
      family: readFamily(given.text("family")),
    };
    const file = await openTape(given.positionals[0] ?? "-", context);
    try {
      const bytes = withProgress(file, context);
      const records = bytes.pipeThrough(new TapeDecoderStream({ signal: context.signal }));
      return exitCodeOf(await watch(records, options, context));
    } finally {
      await file.close();
    }
  },
};
