import { parseSpan } from "./amounts.ts";
import type { Arguments, OptionSpecs } from "./arguments.ts";
import { usageError } from "./cli_error.ts";
import { bodyOf, type Entry, nameOf } from "./look_at.ts";

/** Options of which messages are shown. */
export const filterOptions: OptionSpecs = {
  grep: { value: "pattern", help: "Only messages whose body matches this regular expression" },
  "ignore-case": { short: "i", help: "Let --grep take upper for lower case" },
  type: {
    value: "type",
    multiple: true,
    help: "Only notification, chunk, error, malformed, item or sent; or chunks of this type. May be given several times",
  },
  method: {
    value: "name",
    multiple: true,
    help: "Only notifications of this method. notifications/ may be left out, and * is any text. May be given several times",
  },
};

/** Options of what time is shown. */
export const spanOptions: OptionSpecs = {
  from: { value: "time", help: "Leave out what was before: seconds from the start, or 200ms, 1.5s, 2m, 1h" },
  until: { value: "time", help: "Leave out what was at that time and after" },
};

/** Whether a message is shown. The ending is that of the whole channel in any case. */
export type Filter = (entry: Entry) => boolean;

export function readFilter(given: Arguments): Filter {
  const { from = 0, until = Number.POSITIVE_INFINITY } = readSpan(given);
  const types = new Set(given.list("type"));
  const methods = given.list("method").map(methodPattern);
  const grep = readPattern(given);
  return (entry) => {
    const { ms, seen } = entry;
    if (ms < from || ms >= until) return false;
    if (types.size > 0 && !types.has(seen.type) && !(seen.type === "chunk" && types.has(seen.chunk.type))) return false;
    if (methods.length > 0 && !(seen.type === "notification" && methods.some((it) => it.test(nameOf(seen))))) {
      return false;
    }
    return grep === undefined || grep.test(new TextDecoder().decode(bodyOf(entry)));
  };
}

/** The span that `--from` and `--until` name, in milliseconds from the start. */
export function readSpan(given: Arguments): { readonly from?: number; readonly until?: number } {
  const from = readTime(given, "from");
  const until = readTime(given, "until");
  if (from !== undefined && until !== undefined && from >= until) throw usageError("--from must be before --until");
  return { ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) };
}

function readTime(given: Arguments, name: string): number | undefined {
  const text = given.text(name);
  if (text === undefined) return undefined;
  const ms = parseSpan(text);
  if (ms === undefined)
    throw usageError(`--${name} ${JSON.stringify(text)} is no time: give seconds, or 200ms, 1.5s, 2m`);
  return ms;
}

function readPattern(given: Arguments): RegExp | undefined {
  const text = given.text("grep");
  if (text === undefined) return undefined;
  try {
    return new RegExp(text, given.flag("ignore-case") ? "iu" : "u");
  } catch {
    throw usageError(`--grep ${JSON.stringify(text)} is no regular expression of JavaScript`);
  }
}

function methodPattern(method: string): RegExp {
  const parts = method.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^(?:notifications/)?${parts.join(".*")}$`, "su");
}
