import { excerpt } from "./excerpt.ts";
import { findExcess } from "./json_excess.ts";
import { hasLoneSurrogate, nestsDeeper } from "./json_text.ts";
import type { JsonValue } from "./json_value.ts";
import type { Limits } from "./limits.ts";
import { parseWideJson } from "./parse_wide_json.ts";

/** What a body that is no JSON by the reference's rules fails with; the caller says which half of which message. */
export class JsonFault extends Error {}

// With ignoreBOM a byte order mark stays in the text, where JSON.parse refuses it as the reference does.
const loose = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });
const fatal = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/** From how many characters on a text is looked through before it is parsed, and for how many levels. */
const LONG = 131_072;
const DEEP = 10_000;

/** Integers that may lie beyond ±2^53. */
const wide = /\d{16}/;

/**
 * Decodes the JSON text of a message, which has to be well-formed UTF-8. A byte order mark stays in it.
 *
 * @param start where the text begins; what is before has to be ASCII
 * @throws {JsonFault}
 */
export function decodeText(bytes: Uint8Array, start: number): string {
  const text = decodeAny(bytes).slice(start);
  // Each ill-formed sequence decodes to U+FFFD, so the fatal decoder, which is three times slower in Deno, has to look
  // only at text that holds one.
  if (!text.includes("\ufffd")) return text;
  try {
    return fatal.decode(new Uint8Array(bytes)).slice(start);
  } catch (cause) {
    throw new JsonFault("is not well-formed UTF-8", { cause });
  }
}

/**
 * Parses one JSON value under the reference's rules: no byte order mark, at most `maxDepth` levels, no lone surrogate, no
 * number beyond a double, nothing after the value. Of a key that is given twice only the last value counts, and is looked
 * at.
 *
 * @throws {JsonFault}
 */
export function parseJson(text: string, { maxDepth, integers }: Limits): JsonValue<number | bigint> {
  // The engine takes long over deep nesting, and much memory, before anybody can see how deep it is.
  const levels = Math.max(maxDepth, DEEP);
  if (text.length > LONG && nestsDeeper(text, levels)) throw new JsonFault(`nests deeper than ${levels} levels`);
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    // The engine's own message may quote the text at length.
    throw new JsonFault(text === "" ? "is empty" : `is not JSON: ${excerpt(text)}`, { cause });
  }
  const fault = hasLoneSurrogate(text) ? "holds a lone surrogate" : findExcess(value, maxDepth);
  if (fault !== undefined) throw new JsonFault(fault);
  return integers === "bigint" && wide.test(text) ? parseWideJson(text) : value;
}

function decodeAny(bytes: Uint8Array): string {
  try {
    return loose.decode(bytes);
  } catch {
    // Chromium and Firefox do not decode from shared memory; they and WebKit not from resizable memory.
    return loose.decode(new Uint8Array(bytes));
  }
}
