/** What follows a length in MessagePack. */
export type Lengthy = "array" | "map" | "text" | "bytes" | "extension";

/** For each type byte with a length after it: what it is of, and in how many bytes. */
export const lengthy: Readonly<Record<number, readonly [of: Lengthy, bytes: number]>> = {
  196: ["bytes", 1],
  197: ["bytes", 2],
  198: ["bytes", 4],
  199: ["extension", 1],
  200: ["extension", 2],
  201: ["extension", 4],
  217: ["text", 1],
  218: ["text", 2],
  219: ["text", 4],
  220: ["array", 2],
  221: ["array", 4],
  222: ["map", 2],
  223: ["map", 4],
};

/** How many bytes come after the type bytes 0xca to 0xd8: floats, integers, and the extensions of a fixed size. */
const fixed: readonly number[] = [4, 8, 1, 2, 4, 8, 1, 2, 4, 8, 2, 3, 5, 9, 17];

/** How many bytes come after a type byte without a length; `undefined` for one that begins no such value. */
export function fixedSize(type: number): number | undefined {
  const isAlone = type < 0x80 || type >= 0xe0 || type === 0xc0 || type === 0xc2 || type === 0xc3;
  return isAlone ? 0 : fixed[type - 0xca];
}
