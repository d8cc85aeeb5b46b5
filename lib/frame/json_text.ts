const QUOTE = 0x22;
const LETTER_U = 0x75;

/** Whether JSON text writes a lone surrogate. Text that was well-formed UTF-8 can do that only by an escape. */
export function hasLoneSurrogate(text: string): boolean {
  if (!text.includes("\\u")) return false;
  let at = text.indexOf("\\");
  while (at >= 0) {
    let next = at + 2;
    if (text.charCodeAt(at + 1) === LETTER_U) {
      const unit = hex4(text, next);
      next += 4;
      if (unit >= 0xd800 && unit <= 0xdfff) {
        if (unit > 0xdbff || text.charCodeAt(next) !== 0x5c || text.charCodeAt(next + 1) !== LETTER_U) return true;
        const low = hex4(text, next + 2);
        if (low < 0xdc00 || low > 0xdfff) return true;
        next += 6;
      }
    }
    at = text.indexOf("\\", next);
  }
  return false;
}

/** Whether JSON text nests deeper than so many levels. Text that is no JSON gets any answer. */
export function nestsDeeper(text: string, levels: number): boolean {
  let depth = 0;
  // A regular expression, because V8 would move a plain search into the loop and repeat it there.
  const hasEscapes = /\\/.test(text);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      // Where nothing is escaped, the engine's own search finds the end, faster than a loop.
      at = hasEscapes ? stringEnd(text, at + 1) : text.indexOf('"', at + 1);
      if (at < 0) return false;
    } else if (unit === 0x5b || unit === 0x7b) {
      if (++depth > levels) return true;
    } else if (unit === 0x5d || unit === 0x7d) {
      depth--;
    }
  }
  return false;
}

/** The place of the closing quote of a string, from within it. */
function stringEnd(text: string, start: number): number {
  let at = start;
  for (; at < text.length && text.charCodeAt(at) !== QUOTE; at++) if (text.charCodeAt(at) === 0x5c) at++;
  return at;
}

/** The value of four hexadecimal digits. */
function hex4(text: string, at: number): number {
  return Number.parseInt(text.slice(at, at + 4), 16);
}
