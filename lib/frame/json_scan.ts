const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/**
 * Finds in JSON text what the reference refuses and `JSON.parse` lets through: nesting beyond `maxDepth`, lone
 * surrogates (text that was well-formed UTF-8 can only write one as an escape), and numbers beyond a double. Looks at
 * every value of a key that is given twice, where `JSON.parse` forgets all but the last.
 *
 * Takes time linear in the text, does not recurse, and stops at the first find. Text that is no JSON gets any answer.
 */
export function scanJson(text: string, maxDepth: number): string | undefined {
  let depth = 0;
  // A regular expression, because V8 would move a plain search into the loop and repeat it there.
  const hasEscapes = /\\/.test(text);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      // Where nothing is escaped, the engine's own search finds the end, faster than a loop.
      at = hasEscapes ? stringEnd(text, at + 1) : text.indexOf('"', at + 1);
      if (at < 0) return hasEscapes ? "holds a lone surrogate" : undefined;
    } else if (unit === 0x5b || unit === 0x7b) {
      if (++depth > maxDepth) return `nests deeper than ${maxDepth} levels`;
    } else if (unit === 0x5d || unit === 0x7d) {
      depth--;
    } else if (isDigit(unit)) {
      const start = at;
      while (isDigit(text.charCodeAt(at + 1))) at++;
      const next = text.charCodeAt(at + 1);
      // Without a point or an exponent it takes 309 digits to get beyond a double.
      if (next === 0x2e || next === 0x45 || next === 0x65 || at - start > 307) {
        at = numberEnd(text, at + 1) - 1;
        if (!Number.isFinite(Number(text.slice(start, at + 1)))) return "holds a number beyond the range of a double";
      }
    }
  }
  return undefined;
}

/** The place of the closing quote of a string, from within it; -1 where a surrogate stands alone. */
function stringEnd(text: string, start: number): number {
  let at = start;
  for (; at < text.length && text.charCodeAt(at) !== QUOTE; at++) {
    if (text.charCodeAt(at) !== BACKSLASH || text.charCodeAt(++at) !== LETTER_U) continue;
    const unit = hex4(text, at + 1);
    at += 4;
    if (unit < 0xd800 || unit > 0xdfff) continue;
    if (unit > 0xdbff || text.charCodeAt(at + 1) !== BACKSLASH || text.charCodeAt(at + 2) !== LETTER_U) return -1;
    const low = hex4(text, at + 3);
    if (low < 0xdc00 || low > 0xdfff) return -1;
    at += 6;
  }
  return at;
}

/** The value of four hexadecimal digits. Other characters give any number: JSON.parse refuses them. */
function hex4(text: string, at: number): number {
  let value = 0;
  for (let digit = at; digit < at + 4; digit++) {
    const unit = text.charCodeAt(digit);
    value = value * 16 + (unit <= 0x39 ? unit - 0x30 : (unit | 0x20) - 0x57);
  }
  return value;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** The end of a number that goes on at `start`: digits, sign, point and exponent mark. */
function numberEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && "0123456789+-.eE".includes(text.charAt(at))) at++;
  return at;
}
