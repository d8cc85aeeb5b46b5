import { PNG } from "pngjs";

/** Into so many fields a picture is divided, each way. */
const FIELDS = 24;

/** How far a pixel has to be from the ground to be ink, of 765. */
const INK = 60;

/**
 * How unlike two pictures are, from 0 to 1: of the fields that have something on them in either, the part that has nothing
 * in the other. What is in a field does not count, as fonts and controls are each browser's own; what is missing, or at
 * another place, does.
 */
export function unlikeness(one: Uint8Array, other: Uint8Array): number {
  const [left, right] = [inkedFields(one), inkedFields(other)];
  const both = [...left].filter((field) => right.has(field)).length;
  return 1 - both / Math.max(1, left.size + right.size - both);
}

/** The fields that have something on them. */
function inkedFields(picture: Uint8Array): ReadonlySet<number> {
  const { width, height, data } = PNG.sync.read(Buffer.from(picture));
  const inked = new Map<number, number>();
  // Nothing is ever drawn in the very corner.
  const at = (offset: number, of: number): number => data[offset + of] ?? 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = (y * width + x) * 4;
      const far = [0, 1, 2].reduce((sum, of) => sum + Math.abs(at(pixel, of) - at(0, of)), 0);
      if (far < INK) continue;
      const field = Math.floor((y * FIELDS) / height) * FIELDS + Math.floor((x * FIELDS) / width);
      inked.set(field, (inked.get(field) ?? 0) + 1);
    }
  }
  const least = (width * height) / FIELDS ** 2 / 200;
  return new Set([...inked].filter(([, pixels]) => pixels >= least).map(([field]) => field));
}
