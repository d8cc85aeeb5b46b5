import type { CutBy } from "../frame/cut_error.ts";
import { isCount, isOptional, isText, named, optional, required } from "./element.ts";
import type { TapeEnding } from "./tape_record.ts";

const cutters: readonly string[] = ["carrier", "overrun", "scope", "local"] satisfies readonly CutBy[];

/**
 * An ending as the elements of its record.
 *
 * @throws {TypeError} for what is none
 */
export function endingValues(ending: TapeEnding): readonly unknown[] {
  switch (ending.kind) {
    case "finish":
      return ["finish"];
    case "cut": {
      const { by, closeCode, reason, message } = ending;
      return [
        "cut",
        required("by", by, isCutBy),
        optional("closeCode", closeCode, isCount),
        optional("reason", reason, isText),
        optional("message", message, isText),
      ];
    }
    case "cancelled":
      return ["cancelled", optional("reason", ending.reason, isText)];
    default:
      throw new TypeError('A tape ends by "finish", "cut" or "cancelled"');
  }
}

/** An ending of the elements of its record; `undefined` for what is none. Those that are missing are as nil. */
export function endingFrom([kind, ...details]: readonly unknown[]): TapeEnding | undefined {
  const [first = null, second = null, third = null, fourth = null] = details;
  switch (kind) {
    case "finish":
      return { kind };
    case "cut":
      if (!isCutBy(first) || !isOptional(second, isCount)) return undefined;
      if (!isOptional(third, isText) || !isOptional(fourth, isText)) return undefined;
      return { kind, by: first, ...named("closeCode", second), ...named("reason", third), ...named("message", fourth) };
    case "cancelled":
      return isOptional(first, isText) ? { kind, ...named("reason", first) } : undefined;
    default:
      return undefined;
  }
}

function isCutBy(value: unknown): value is CutBy {
  return isText(value) && cutters.includes(value);
}
