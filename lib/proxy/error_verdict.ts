/**
 * What an error of a transport means for its notifications. `"pass"`: nothing. `"cut"`: some may be missing, and others
 * may come. `"fail"`: none will come any more.
 */
export type ErrorVerdict = "pass" | "cut" | "fail";

/**
 * The SDK's words. It says none of this in any other way: that a stream of HTTP broke, which it opens again, and which
 * then goes on where it broke off, or does not; that it opens it no more; and that a stream of the SSE transport of old
 * broke, with which the session is gone, although it is opened again.
 */
const broke = /^SSE stream disconnected\b/;
const gone = /^(?:Maximum reconnection attempts\b|SSE error:)/;

/**
 * Judges an error that did not close its transport. Most mean nothing: a line that is no JSON, a request that was
 * refused.
 */
export function errorVerdict(error: unknown): ErrorVerdict {
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown };
  // By HTTP 404 a server says that it has no such session, or no longer.
  if (code === 404 || gone.test(String(message))) return "fail";
  return broke.test(String(message)) ? "cut" : "pass";
}
