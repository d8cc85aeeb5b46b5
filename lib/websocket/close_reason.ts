const encoder = /* @__PURE__ */ new TextEncoder();

/** The most bytes of a reason that a close frame has room for. */
const longest = 123;

/** What to give as the reason of a close frame: a text, whole characters of it, and no more than fit. */
export function closeReason(reason: unknown): string {
  // The message of an error is for this side.
  if (typeof reason !== "string") return "";
  const { read } = encoder.encodeInto(reason, new Uint8Array(longest));
  return reason.slice(0, read);
}
