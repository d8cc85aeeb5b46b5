import type { IntegerMode, JsonValue } from "channel-frames";

/**
 * What a body is by the reference's rules, found out as slowly and simply as can be, and by other means than the
 * library's: `JSON.parse` for the grammar, then a descent through the text, one token after the other.
 */
export type Verdict =
  | { readonly ok: true; readonly value: JsonValue<number | bigint> }
  | { readonly ok: false; readonly why: string };

class Refusal extends Error {}

export function oracle(body: Uint8Array, maxDepth = 127, integers: IntegerMode = "number"): Verdict {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const text = buffer.toString("utf8");
  // What is not well-formed is replaced by U+FFFD, and then no longer gives the same bytes.
  if (!Buffer.from(text, "utf8").equals(buffer)) return { ok: false, why: "utf-8" };
  try {
    JSON.parse(text);
  } catch {
    return { ok: false, why: "grammar" };
  }
  let value: JsonValue<number | bigint>;
  try {
    value = new Descent(text, integers).value();
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, why: error.message };
    throw error;
  }
  if (levelsOf(value) > maxDepth) return { ok: false, why: "depth" };
  return holdsInfinity(value) ? { ok: false, why: "overflow" } : { ok: true, value };
}

/** Of values that are left: what a later value of its key has replaced does not count. */
function levelsOf(value: unknown): number {
  return typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(levelsOf)) : 0;
}

function holdsInfinity(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(holdsInfinity);
  return typeof value === "number" && !Number.isFinite(value);
}

/** A JSON value as text that tells apart what JSON tells apart, the order of keys included (and `-0` is `0`). */
export function canonical(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return String(JSON.stringify(value));
  return `{${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
    .join()}}`;
}

class Descent {
  readonly #text: string;
  readonly #integers: IntegerMode;
  #at = 0;

  constructor(text: string, integers: IntegerMode) {
    this.#text = text;
    this.#integers = integers;
  }

  value(): JsonValue<number | bigint> {
    this.#space();
    const char = this.#text.charAt(this.#at);
    if (char === "{" || char === "[") {
      this.#at++;
      return char === "{" ? this.#members() : this.#elements();
    }
    if (char === '"') return this.#string();
    const token = this.#token(/true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
    if (token === "true") return true;
    if (token === "false") return false;
    return token === "null" ? null : this.#number(token);
  }

  #elements(): JsonValue<number | bigint> {
    const list: JsonValue<number | bigint>[] = [];
    for (this.#space(); !this.#take("]"); this.#space()) {
      this.#take(",");
      list.push(this.value());
    }
    return list;
  }

  #members(): JsonValue<number | bigint> {
    const entries: [string, JsonValue<number | bigint>][] = [];
    for (this.#space(); !this.#take("}"); this.#space()) {
      this.#take(",");
      this.#space();
      const key = this.#string();
      this.#space();
      this.#take(":");
      entries.push([key, this.value()]);
    }
    return Object.fromEntries(entries);
  }

  #string(): string {
    const value: string = JSON.parse(this.#token(/"(?:[^"\\]|\\.)*"/y));
    for (let at = 0; at < value.length; at++) {
      const unit = value.charCodeAt(at);
      const low = value.charCodeAt(at + 1);
      if (unit >= 0xd800 && unit <= 0xdbff && low >= 0xdc00 && low <= 0xdfff) at++;
      else if (unit >= 0xd800 && unit <= 0xdfff) throw new Refusal("surrogate");
    }
    return value;
  }

  #number(token: string): number | bigint {
    const value = Number(token);
    if (this.#integers === "number" || !/^-?\d+$/.test(token)) return value;
    const exact = BigInt(token);
    const isWide = exact > BigInt(Number.MAX_SAFE_INTEGER) || exact < BigInt(Number.MIN_SAFE_INTEGER);
    return isWide && exact >= -(2n ** 63n) && exact < 2n ** 64n ? exact : value;
  }

  #space(): void {
    while (" \t\n\r".includes(this.#text.charAt(this.#at)) && this.#at < this.#text.length) this.#at++;
  }

  #take(char: string): boolean {
    if (this.#text.charAt(this.#at) !== char) return false;
    this.#at++;
    return true;
  }

  #token(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const token = pattern.exec(this.#text)?.[0];
    if (token === undefined) throw new Error(`the oracle is lost at ${this.#at} of ${this.#text}`);
    this.#at += token.length;
    return token;
  }
}
