const most = 2n ** 96n - 1n;

/** Underscores may stand anywhere behind the first digit. */
const decimal = /^[+-]?(?:(\d[\d_]*)(?:\.([\d_]*))?|\.(\d[\d_]*))(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * Whether the reference reads a log probability: a number or the text of one, that fits a decimal of 96 bits and 28
 * places.
 */
export function isDecimal(value: unknown): boolean {
  if (typeof value === "number" || typeof value === "bigint") return value < 2 ** 96 && value > -(2 ** 96);
  if (typeof value !== "string") return false;
  const parts = decimal.exec(value)?.map((part: string | undefined) => part?.replaceAll("_", ""));
  if (parts === undefined) return false;
  const [, whole = "", behindWhole = "", alone = "", exponent = "0"] = parts;
  const fraction = behindWhole + alone;
  const digits = whole + fraction;
  if (digits.length > 1000) return false;
  // With an exponent, what stands before it has to be a decimal by itself.
  if (BigInt(whole) > most) return false;
  const places = fraction.length - Number(exponent);
  // More places are rounded away where they are written out, and refused where an exponent asks for them.
  if (Number(exponent) < 0 && places > 28) return false;
  const magnitude = BigInt(digits);
  return places > 0 ? magnitude / 10n ** BigInt(places) <= most : magnitude * 10n ** BigInt(-places) <= most;
}
