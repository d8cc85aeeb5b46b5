import { encodeJson } from "../frame/encode_json.ts";
import type { JsonObject } from "../frame/json_value.ts";

const limits = { maxMessageBytes: 2 ** 20, maxDepth: 127, integers: "number" } as const;

/**
 * Checks that a value can be the metadata of a tape, and comes back from it as it is.
 *
 * @throws {TypeError} for what is no object, {@link FrameEncodeError} for what is not JSON
 */
export function checkMetadata(value: unknown): asserts value is JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError("The metadata of a tape is an object");
  }
  encodeJson(value, limits);
  // A reader in JavaScript that is less careful would change the prototype of an object.
  if (hasProto(value)) throw new TypeError("The metadata of a tape has no key __proto__");
}

function hasProto(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.hasOwn(value, "__proto__") || Object.values(value).some(hasProto);
}
