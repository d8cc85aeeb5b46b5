import type { JsonValue } from "./json_value.ts";

type Value = JsonValue<number | bigint>;

/** An array or object that is not closed yet. */
type Open = { readonly list: Value[] } | { readonly members: { [key: string]: Value }; key: string | undefined };

/**
 * Parses text that `JSON.parse` has accepted, with integers beyond ±2^53 as `bigint` where they fit 64 bits, signed or
 * unsigned; past those the reference reads a double, and so does this. (Node 18 and 20 do not show a reviver of
 * `JSON.parse` the source of a number.)
 */
export function parseWideJson(text: string): Value {
  const open: Open[] = [];
  for (let at = 0; ; ) {
    at = skip(text, at);
    const top = open.at(-1);
    const char = text.charAt(at);
    let value: Value;
    if (char === "{" || char === "[") {
      open.push(char === "{" ? { members: {}, key: undefined } : { list: [] });
      at++;
      continue;
    }
    if (top !== undefined && (char === "}" || char === "]")) {
      open.pop();
      at++;
      value = "list" in top ? top.list : top.members;
    } else {
      const end = char === '"' ? stringEnd(text, at) : scalarEnd(text, at);
      value = scalar(text.slice(at, end));
      at = end;
    }
    const parent = open.at(-1);
    if (parent === undefined) return value;
    if ("list" in parent) {
      parent.list.push(value);
    } else if (parent.key === undefined) {
      parent.key = String(value);
    } else {
      // Plain assignment to `__proto__` would set the prototype.
      const member = { value, enumerable: true, configurable: true, writable: true };
      Object.defineProperty(parent.members, parent.key, member);
      parent.key = undefined;
    }
  }
}

/** Past white space, commas and colons: the text is known to have them where they belong. */
function skip(text: string, start: number): number {
  let at = start;
  while (" \t\n\r,:".includes(text.charAt(at))) at++;
  return at;
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (text.charAt(at) !== '"') at += text.charAt(at) === "\\" ? 2 : 1;
  return at + 1;
}

function scalarEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && !" \t\n\r,]}".includes(text.charAt(at))) at++;
  return at;
}

function scalar(source: string): Value {
  if (!/^-?\d{16,20}$/.test(source) || Number.isSafeInteger(Number(source))) return JSON.parse(source);
  const value = BigInt(source);
  return BigInt.asIntN(64, value) === value || BigInt.asUintN(64, value) === value ? value : Number(source);
}
