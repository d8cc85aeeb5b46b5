/** What fills two columns of a terminal: the scripts of East Asia, and the pictures beyond the basic plane. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f000}-\u{3ffff}]/u;

/** What fills none: marks on the character before, and joiners. */
const none = /\p{M}|\u200b|\u200c|\u200d/u;

/** A line of at most so many columns. What does not fit is left out, and its place marked with `…`. */
export function shorten(text: string, columns: number): string {
  if (columns <= 0) return "";
  // Most lines are short, and no character fills more than two.
  if (text.length * 2 <= columns) return text;
  let used = 0;
  let kept = "";
  let fits = "";
  for (const character of text) {
    used += widthOf(character);
    if (used > columns) return `${fits}…`;
    kept += character;
    if (used < columns) fits = kept;
  }
  return text;
}

function widthOf(character: string): number {
  if (character < "\u0300") return 1;
  return none.test(character) ? 0 : wide.test(character) ? 2 : 1;
}
