/**
 * What a terminal could take for commands, or shows otherwise than it is: control characters (C1 too, whose CSI needs no
 * escape), line ends of every kind, marks that turn the direction of writing, halves of surrogate pairs.
 */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu;

/** Text of a peer on one line, with whatever a terminal must not get escaped as in JSON. In JSON it stays that value. */
export function printable(text: string): string {
  return text.replace(unsafe, escaped);
}

/** The same for text that is printed as it is: its lines and tabs stay. */
export function printableLines(text: string): string {
  return text.replace(unsafe, (unit) => (unit === "\n" || unit === "\t" ? unit : escaped(unit)));
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
