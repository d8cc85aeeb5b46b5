const utf8 = new TextEncoder();

/** Each value as JSON in the text of a format, in UTF-8. */
export function encodeAll(values: readonly object[], format: (json: string) => string): readonly Uint8Array[] {
  return values.map((value) => utf8.encode(format(JSON.stringify(value))));
}
