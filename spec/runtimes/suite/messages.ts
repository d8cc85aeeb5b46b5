const encoder = new TextEncoder();

/** A message: the tag byte, then a body of text. */
export function message(tag: number, body: string): Uint8Array<ArrayBuffer> {
  const text = encoder.encode(body);
  const bytes = new Uint8Array(text.length + 1);
  bytes[0] = tag;
  bytes.set(text, 1);
  return bytes;
}

/** A message of tag 0 whose body is that JSON value. */
export function item(value: unknown): Uint8Array<ArrayBuffer> {
  return message(0, JSON.stringify(value));
}

/** A message of tag 1 whose body is that JSON value. */
export function error(value: unknown): Uint8Array<ArrayBuffer> {
  return message(1, JSON.stringify(value));
}

/** A custom notification with a number in it. */
export function notification(method: string, n: number): Uint8Array<ArrayBuffer> {
  return item({ method, params: { n } });
}

export const A: Uint8Array<ArrayBuffer> = notification("x/a", 1);
export const B: Uint8Array<ArrayBuffer> = notification("x/b", 2);
export const C: Uint8Array<ArrayBuffer> = notification("x/c", 3);

/** The error message of a notification channel. */
export const E: Uint8Array<ArrayBuffer> = error({ code: -32603, message: "boom" });

/** Tag 0, and a body that is no JSON. */
export const BAD: Uint8Array<ArrayBuffer> = message(0, "not json");

/** A tag that is neither of the two, which whoever reads no more than the tag refuses, too. */
export const UNKNOWN: Uint8Array<ArrayBuffer> = message(2, "{}");

/** A fragment of a run loop's text. */
export function T(text: string): Uint8Array<ArrayBuffer> {
  return item({ type: "assistant_text_content", text });
}
