import { excerpt } from "./excerpt.ts";
import { scanJson } from "./json_scan.ts";
import type { JsonValue } from "./json_value.ts";
import type { Limits } from "./limits.ts";
import { parseWideJson } from "./parse_wide_json.ts";

/** What a body that is no JSON by the reference's rules fails with; the caller says which half of which message. */
export class JsonFault extends Error {}

// With ignoreBOM a byte order mark stays in the text, where JSON.parse refuses it as the reference does.
const utf8 = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What {@link scanJson} could object to, if the text is too short to nest too deep. */
const suspect = /\\u|\d[eE]|\d{309}/;

/** Integers that may lie beyond ±2^53. */
const wide = /\d{16}/;

/**
 * Decodes one JSON value under the reference's rules: well-formed UTF-8, no byte order mark, at most `maxDepth` levels,
 * no lone surrogate, no number beyond a double, nothing after the value.
 *
 * @throws {JsonFault}
 */
export function decodeJson(body: Uint8Array, limits: Limits): JsonValue<number | bigint> {
  // A valid body of n bytes nests at most n / 2 levels, so a short one is safe from the depth limit and need not be
  // scanned before it is known to be text.
  const deep = body.length >= 2 * (limits.maxDepth + 1);
  if (deep) refuse(scanJson(body, limits.maxDepth));
  const text = decodeText(body);
  if (!deep && suspect.test(text)) refuse(scanJson(body, limits.maxDepth));
  try {
    const value: JsonValue = JSON.parse(text);
    return limits.integers === "bigint" && wide.test(text) ? parseWideJson(text) : value;
  } catch (cause) {
    // The engine's own message may quote the text at length.
    throw new JsonFault(text === "" ? "is empty" : `is not JSON: ${excerpt(text)}`, { cause });
  }
}

function refuse(fault: string | undefined): void {
  if (fault !== undefined) throw new JsonFault(fault);
}

function decodeText(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    // Chromium, Firefox and WebKit do not decode from shared or resizable memory: a copy tells that from bad bytes.
    try {
      return utf8.decode(new Uint8Array(body));
    } catch (cause) {
      throw new JsonFault("is not well-formed UTF-8", { cause });
    }
  }
}
