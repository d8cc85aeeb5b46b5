import type { Arguments, OptionSpecs } from "./arguments.ts";
import { usageError } from "./cli_error.ts";
import type { Screen } from "./context.ts";
import { FAMILIES } from "./families.ts";
import type { Report } from "./report.ts";
import { jsonReport } from "./report_json.ts";
import { listReport } from "./report_list.ts";
import { statsReport } from "./report_stats.ts";
import { textReport } from "./report_text.ts";

const makers = { json: jsonReport, stats: statsReport, text: textReport } as const;

/** Options of how a channel is shown. */
export const reportOptions: OptionSpecs = {
  json: { help: "One JSON object a line: the head, each message, the ending" },
  stats: { help: "Counts, rates, sizes, and gaps between messages" },
  text: { help: "A run loop as a person would read it" },
};

export const familyOption: OptionSpecs = {
  family: { value: "name", help: `What the messages hold: ${FAMILIES.join(", ")}` },
};

/** The report that the options ask for; without any, the listing. */
export function readReport(given: Arguments, screen: Screen): Report {
  const asked = (["json", "stats", "text"] as const).filter((name) => given.flag(name));
  if (asked.length > 1) throw usageError(`Only one of ${asked.map((name) => `--${name}`).join(" and ")}`);
  const [name] = asked;
  return name === undefined ? listReport(screen) : makers[name](screen);
}
