/** Nothing is printed beyond this column. */
export const WIDTH = 80;

/** Text of a peer, without what a terminal would take for commands. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ");
}

/** Breaks text into lines at spaces, and a word that is longer than a line anywhere. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = "";
    }
    line += line === "" ? word : ` ${word}`;
    while (line.length > width) {
      lines.push(line.slice(0, width));
      line = line.slice(width);
    }
  }
  return [...lines, line];
}
