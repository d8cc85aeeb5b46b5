import { decodeText, parseJson } from "../frame/decode_json.ts";
import { toLimits } from "../frame/limits.ts";

/**
 * Reads the request of a run loop, `{"prompt": "…"}`.
 *
 * @returns the prompt; `undefined` if the message is no such request
 */
export function readRunRequest(message: Uint8Array): string | undefined {
  try {
    const request = parseJson(decodeText(message, 0), toLimits());
    const isObject = typeof request === "object" && request !== null && Object.hasOwn(request, "prompt");
    const prompt: unknown = isObject && Reflect.get(request, "prompt");
    return typeof prompt === "string" ? prompt : undefined;
  } catch {
    return undefined;
  }
}
