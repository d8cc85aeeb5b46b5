const encoder = new TextEncoder();

/** A message: the tag byte, then a body of text. */
export function message(tag: number, body: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(String.fromCharCode(tag) + body);
}

/** A message of tag 0 whose body is that JSON value. */
export function item(value: unknown): Uint8Array<ArrayBuffer> {
  return message(0, JSON.stringify(value));
}

/** A message of tag 1 whose body is that JSON value: of the run loop, where it may be any. */
export function E2(value: unknown): Uint8Array<ArrayBuffer> {
  return message(1, JSON.stringify(value));
}

/** A message of tag 0 that holds this notification. */
export function notification(method: string, params?: unknown): Uint8Array<ArrayBuffer> {
  return item({ method, params });
}

/** Three custom notifications. */
export const A: Uint8Array<ArrayBuffer> = notification("x/a", { n: 1 });
export const B: Uint8Array<ArrayBuffer> = notification("x/b", { n: 2 });
export const C: Uint8Array<ArrayBuffer> = notification("x/c", { n: 3 });

/** The error message of a notification channel. */
export const E: Uint8Array<ArrayBuffer> = E2({ code: -32603, message: "boom" });

/** Tag 0, and a body that no family but the raw one reads. */
export const BAD: Uint8Array<ArrayBuffer> = message(0, "not json");

/** A fragment of a run loop's text. */
export function T(text: string): Uint8Array<ArrayBuffer> {
  return item({ type: "assistant_text_content", text });
}

/** A fragment of a tool call. */
export function TC(id: string, name: string, fragment?: string): Uint8Array<ArrayBuffer> {
  return item({ type: "assistant_tool_call", id, name, arguments: fragment });
}

/** The usage chunk of a run loop. */
export function usage(completion: number, prompt: number, total: number): Uint8Array<ArrayBuffer> {
  return item({ type: "usage", completion_tokens: completion, prompt_tokens: prompt, total_tokens: total });
}
