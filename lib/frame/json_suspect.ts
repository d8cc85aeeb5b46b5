/**
 * Whether `scanJson` has to look at a text, or cannot object to it. Most messages are short and plain, and this
 * asks the engine's own search, which is two to three times faster on them.
 */
export function needsScan(text: string, maxDepth: number): boolean {
  return (
    text.length > 1024 ||
    text.includes("\\u") ||
    largeExponent.test(text) ||
    // A valid text of n characters nests at most n / 2 levels.
    (text.length >= 2 * (maxDepth + 1) && nestsMore(text, maxDepth)) ||
    (text.length >= 300 && hasLongNumber(text))
  );
}

/** An exponent of two digits or more. Any other number beyond a double has at least 300 digits. */
const largeExponent = /\d[eE]\+?\d\d/;

/** Whether there are more brackets than `maxDepth`, in strings or not. */
function nestsMore(text: string, maxDepth: number): boolean {
  const room = count(text, "{", maxDepth);
  return room < 0 || count(text, "[", room) < 0;
}

/** What `room` is left after as many of the brackets; stops where there is none. */
function count(text: string, bracket: string, room: number): number {
  let left = room;
  for (let at = text.indexOf(bracket); at >= 0 && left >= 0; at = text.indexOf(bracket, at + 1)) left--;
  return left;
}

/** Whether there may be a run of 300 digits: it would hold a place that is a multiple of 150, and the 149 after that. */
function hasLongNumber(text: string): boolean {
  for (let at = 149; at < text.length; at += 150) {
    if (isDigit(text.charCodeAt(at)) && isDigit(text.charCodeAt(at - 149))) return true;
  }
  return false;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
