const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/**
 * Finds in JSON text what the reference refuses and `JSON.parse` lets through: nesting beyond `maxDepth`, lone
 * surrogates (in well-formed UTF-8 only an escape can write one), and numbers beyond a double. Looks at every value of
 * a key that is given twice, where `JSON.parse` forgets all but the last.
 *
 * Reads every byte once, without recursion, and stops at the first find. Text that is no JSON may give any answer.
 */
export function scanJson(text: Uint8Array, maxDepth: number): string | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (byte === QUOTE) {
      at = stringEnd(text, at + 1);
      if (at < 0) return "holds a lone surrogate";
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > maxDepth) return `nests deeper than ${maxDepth} levels`;
    } else if (byte === 0x5d || byte === 0x7d) {
      depth--;
    } else if (isDigit(byte)) {
      const end = numberEnd(text, at);
      if (overflows(text, at, end)) return "holds a number beyond the range of a double";
      at = end - 1;
    }
  }
  return undefined;
}

/** The place of the closing quote, or -1 where a surrogate stands alone. */
function stringEnd(text: Uint8Array, start: number): number {
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

function isExponentMark(byte: number | undefined): boolean {
  return byte === 0x45 || byte === 0x65;
}

function numberEnd(text: Uint8Array, start: number): number {
  let end = start;
  for (; end < text.length; end++) {
    const byte = text[end];
    if (!isDigit(byte) && !isExponentMark(byte) && byte !== 0x2b && byte !== 0x2d && byte !== 0x2e) break;
  }
  return end;
}

function overflows(text: Uint8Array, start: number, end: number): boolean {
  // Without an exponent it takes 309 digits to get there.
  if (end - start < 309 && !text.subarray(start, end).some(isExponentMark)) return false;
  return Number(new TextDecoder().decode(text.subarray(start, end))) === Number.POSITIVE_INFINITY;
}
