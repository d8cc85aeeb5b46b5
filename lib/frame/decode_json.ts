import { excerpt } from "./excerpt.ts";
import { scanJson } from "./json_scan.ts";
import { needsScan } from "./json_suspect.ts";
import type { JsonValue } from "./json_value.ts";
import type { Limits } from "./limits.ts";
import { parseWideJson } from "./parse_wide_json.ts";

/** What a body that is no JSON by the reference's rules fails with; the caller says which half of which message. */
export class JsonFault extends Error {}

// With ignoreBOM a byte order mark stays in the text, where JSON.parse refuses it as the reference does.
const loose = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });
const fatal = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/** Integers that may lie beyond ±2^53. */
const wide = /\d{16}/;

/**
 * Decodes one JSON value under the reference's rules: well-formed UTF-8, no byte order mark, at most `maxDepth` levels,
 * no lone surrogate, no number beyond a double, nothing after the value.
 *
 * @param start where the value begins; what is before has to be ASCII
 * @throws {JsonFault}
 */
export function decodeJson(bytes: Uint8Array, limits: Limits, start = 0): JsonValue<number | bigint> {
  const text = decodeText(bytes).slice(start);
  const fault = needsScan(text, limits.maxDepth) ? scanJson(text, limits.maxDepth) : undefined;
  if (fault !== undefined) throw new JsonFault(fault);
  try {
    const value: JsonValue = JSON.parse(text);
    return limits.integers === "bigint" && wide.test(text) ? parseWideJson(text) : value;
  } catch (cause) {
    // The engine's own message may quote the text at length.
    throw new JsonFault(text === "" ? "is empty" : `is not JSON: ${excerpt(text)}`, { cause });
  }
}

/**
 * Each ill-formed sequence decodes to U+FFFD, so the fatal decoder, which is three times slower in Deno, has to look only
 * at text that holds one.
 */
function decodeText(bytes: Uint8Array): string {
  const text = decodeAny(bytes);
  if (!text.includes("\ufffd")) return text;
  try {
    return fatal.decode(new Uint8Array(bytes));
  } catch (cause) {
    throw new JsonFault("is not well-formed UTF-8", { cause });
  }
}

function decodeAny(bytes: Uint8Array): string {
  try {
    return loose.decode(bytes);
  } catch {
    // Chromium and Firefox do not decode from shared memory; they and WebKit not from resizable memory.
    return loose.decode(new Uint8Array(bytes));
  }
}
