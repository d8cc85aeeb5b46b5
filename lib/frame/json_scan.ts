const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/**
 * Finds in JSON text what the reference refuses and `JSON.parse` lets through: nesting beyond `maxDepth`, lone
 * surrogates (in well-formed UTF-8 only an escape can write one), and numbers beyond a double. Looks at every value of
 * a key that is given twice, where `JSON.parse` forgets all but the last.
 *
 * Takes time linear in the bytes, does not recurse, and stops at the first find. Text that is no JSON gets any answer.
 */
export function scanJson(text: Uint8Array, maxDepth: number): string | undefined {
  const end = text.length;
  let depth = 0;
  for (let at = 0; at < end; at++) {
    const byte = text[at];
    if (byte === QUOTE) {
      at = stringEnd(text, at + 1);
      if (at < 0) return "holds a lone surrogate";
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > maxDepth) return `nests deeper than ${maxDepth} levels`;
    } else if (byte === 0x5d || byte === 0x7d) {
      depth--;
    } else if (isDigit(byte)) {
      const start = at;
      while (isDigit(text[at + 1])) at++;
      const next = text[at + 1];
      // Without a point or an exponent it takes 309 digits to get beyond a double.
      if (next === 0x2e || next === 0x45 || next === 0x65 || at - start > 307) {
        at = numberEnd(text, at + 1) - 1;
        if (overflows(text.subarray(start, at + 1))) return "holds a number beyond the range of a double";
      }
    }
  }
  return undefined;
}

/** The place of the closing quote, or -1 where a surrogate stands alone. */
function stringEnd(text: Uint8Array, start: number): number {
  const near = Math.min(start + 32, text.length);
  for (let at = start; at < near; at++) {
    if (text[at] === QUOTE) return at;
    if (text[at] === BACKSLASH) return escapedStringEnd(text, at);
  }
  // A long string: the engine's own search is many times faster than a loop.
  const quote = text.indexOf(QUOTE, near);
  const end = quote < 0 ? text.length : quote;
  const escaped = text.subarray(near, end).indexOf(BACKSLASH);
  return escaped < 0 ? end : escapedStringEnd(text, near + escaped);
}

/** The same for a string that has escapes, from the first of them. */
function escapedStringEnd(text: Uint8Array, start: number): number {
  let at = start;
  for (; at < text.length && text[at] !== QUOTE; at++) {
    if (text[at] !== BACKSLASH || text[++at] !== LETTER_U) continue;
    const unit = hex4(text, at + 1);
    at += 4;
    if (unit < 0xd800 || unit > 0xdfff) continue;
    if (unit > 0xdbff || text[at + 1] !== BACKSLASH || text[at + 2] !== LETTER_U) return -1;
    const low = hex4(text, at + 3);
    if (low < 0xdc00 || low > 0xdfff) return -1;
    at += 6;
  }
  return at;
}

/** The value of four hexadecimal digits. Other bytes give any number: JSON.parse refuses them. */
function hex4(text: Uint8Array, at: number): number {
  let value = 0;
  for (let digit = at; digit < at + 4; digit++) {
    const byte = text[digit] ?? 0;
    value = value * 16 + (byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57);
  }
  return value;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** The end of a number that goes on at `start`: digits, sign, point and exponent mark. */
function numberEnd(text: Uint8Array, start: number): number {
  let at = start;
  while (isDigit(text[at]) || text[at] === 0x2b || text[at] === 0x2d || text[at] === 0x2e || isExponent(text[at])) at++;
  return at;
}

function isExponent(byte: number | undefined): boolean {
  return byte === 0x45 || byte === 0x65;
}

function overflows(number: Uint8Array): boolean {
  return (number.length > 308 || number.some(isExponent)) && !Number.isFinite(Number(new TextDecoder().decode(number)));
}
