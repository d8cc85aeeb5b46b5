/** What the reference reads, and no deeper. */
const MOST_LEVELS = 127;

const SPACE = String.raw`[ \t\n\r]*`;

/** What stands in a text, up to its closing quote. Loops that do not nest: a text may have megabytes. */
const INSIDE = String.raw`[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*`;

/** One token of JSON, as a sign or anything else. */
const TOKEN = String.raw`${SPACE}(?:([{}[\],:])|"${INSIDE}"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)`;

/** The beginning of a token that goes on in another way. */
const BEGUN = String.raw`${SPACE}(?:"${INSIDE}(?:\\(?:u[\da-fA-F]{0,3})?)?|t(?:r(?:ue?)?)?|f(?:a(?:l(?:se?)?)?)?|n(?:u(?:ll?)?)?|-)?`;

/**
 * Where a message stops to be one: the first byte that no tag, no UTF-8, or no JSON of at most 127 levels has there; its
 * length, if it stops too early; `undefined` if there is no such place, as where its value has the wrong shape.
 */
export function faultOffset(message: Uint8Array): number | undefined {
  if (message.byteLength === 0) return 0;
  if ((message[0] ?? 2) > 1) return 0;
  const body = message.subarray(1);
  const whole = wellFormedLength(body);
  const fault = jsonFault(body.subarray(0, whole));
  if (fault !== undefined && fault < whole) return 1 + fault;
  if (whole < body.byteLength) return 1 + whole;
  return fault === undefined ? undefined : 1 + fault;
}

/** How many bytes are well-formed UTF-8. Halves the rest as long as there is a fault in it. */
function wellFormedLength(bytes: Uint8Array): number {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const isGood = (to: number): boolean => {
    try {
      decoder.decode(bytes.subarray(0, to), { stream: true });
      return true;
    } catch {
      return false;
    } finally {
      try {
        decoder.decode();
      } catch {
        // What was held back of the last character.
      }
    }
  };
  // One that stops in the middle of a character is good as far as it goes.
  if (isGood(bytes.byteLength)) return bytes.byteLength;
  let good = 0;
  let bad = bytes.byteLength;
  while (good + 1 < bad) {
    const middle = (good + bad) >>> 1;
    if (isGood(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** The place of the first byte that JSON does not have there; its length if more is missing. */
function jsonFault(bytes: Uint8Array): number | undefined {
  const text = new TextDecoder("latin1").decode(bytes);
  const token = new RegExp(TOKEN, "y");
  const open: string[] = [];
  let state: "value" | "value or end" | "key" | "key or end" | "colon" | "after" = "value";
  for (;;) {
    const from = token.lastIndex;
    if (open.length === 0 && state === "after") {
      const rest = /^[ \t\n\r]*/.exec(text.slice(from))?.[0].length ?? 0;
      return from + rest < text.length ? from + rest : undefined;
    }
    const [matched = "", sign] = token.exec(text) ?? [];
    if (matched === "") return from + faultIn(text.slice(from));
    const start = token.lastIndex - matched.trimStart().length;
    const more = /\d$/.test(matched)
      ? (/^(?:\.|[eE][+-]?)/.exec(text.slice(token.lastIndex, token.lastIndex + 2)) ?? [])
      : [];
    // A number that goes on, and not as numbers do.
    if (more[0] !== undefined) return token.lastIndex + more[0].length;
    const isText = matched.trimStart().startsWith('"');
    if (sign === "{" || sign === "[") {
      if (state !== "value" && state !== "value or end") return start;
      if (open.push(sign) > MOST_LEVELS) return start;
      state = sign === "{" ? "key or end" : "value or end";
    } else if (sign === "}" || sign === "]") {
      const fits =
        sign === "}" ? state === "key or end" || state === "after" : state === "value or end" || state === "after";
      if (!fits || open.pop() !== (sign === "}" ? "{" : "[")) return start;
      state = "after";
    } else if (sign === ",") {
      if (state !== "after") return start;
      state = open.at(-1) === "{" ? "key" : "value";
    } else if (sign === ":") {
      if (state !== "colon") return start;
      state = "value";
    } else if (state === "key" || state === "key or end") {
      if (!isText) return start;
      state = "colon";
    } else if (state === "value" || state === "value or end") state = "after";
    else return start;
  }
}

/** How far a text goes on like a token before it fails to be one. */
function faultIn(text: string): number {
  const [like = ""] = new RegExp(BEGUN, "y").exec(text) ?? [];
  return like.length;
}
