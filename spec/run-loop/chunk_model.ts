import type { RunLoopOptions } from "channel-frames";
import { has, isInteger, isObject } from "../notifications/notification_model.ts";

// The rules of the reference for chunks, written down once more and as plainly as can be.

type Check = (value: unknown) => boolean;
type Members = Readonly<Record<string, unknown>>;

const isString: Check = (value) => typeof value === "string";
const isNumber: Check = (value) => typeof value === "number";
const isBoolean: Check = (value) => typeof value === "boolean";
const isUint64: Check = (value) => isInteger(value, 0, 2 ** 64);
const isBytes: Check = (value) => Array.isArray(value) && value.every((byte) => isInteger(byte, 0, 256));

function oneOf(...words: readonly string[]): Check {
  return (value) => words.some((word) => word === value);
}

function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

/** Only what the generators put there: numbers in range, and plain decimals as text. */
const isDecimal: Check = (value) =>
  typeof value === "number" ? Math.abs(value) < 2 ** 96 : typeof value === "string" && /^[+-]?\d+(\.\d*)?$/.test(value);

const isTop: Check = (value) =>
  isObject(value) &&
  has(value, "token", isString, "required") &&
  has(value, "bytes", isBytes, "optional") &&
  has(value, "logprob", isDecimal, "optional");

const isLogprob: Check = (value) =>
  isObject(value) &&
  has(value, "token", isString, "required") &&
  has(value, "bytes", isBytes, "optional") &&
  has(value, "logprob", isDecimal, "required") &&
  has(value, "top_logprobs", listOf(isTop), "required");

const isAnnotations: Check = (value) =>
  isObject(value) &&
  has(value, "audience", listOf(oneOf("user", "assistant")), "optional") &&
  has(value, "priority", isNumber, "optional") &&
  has(value, "lastModified", isString, "optional");

function hasThread(chunk: Members): boolean {
  return has(chunk, "parent_tool_call_id", isString, "optional");
}

function hasStrings(members: Members, ...keys: readonly string[]): boolean {
  return keys.every((key) => has(members, key, isString, "required"));
}

function mayHaveStrings(members: Members, ...keys: readonly string[]): boolean {
  return keys.every((key) => has(members, key, isString, "optional"));
}

const isIcon: Check = (value) =>
  isObject(value) &&
  hasStrings(value, "src") &&
  mayHaveStrings(value, "mimeType") &&
  has(value, "sizes", listOf(isString), "optional") &&
  has(value, "theme", oneOf("light", "dark"), "optional");

const isContents: Check = (value) =>
  isObject(value) &&
  hasStrings(value, "uri") &&
  mayHaveStrings(value, "mimeType") &&
  has(value, "_meta", isObject, "optional") &&
  (hasStrings(value, "text") || hasStrings(value, "blob"));

const isBlock: Check = (value) => {
  if (!isObject(value) || !has(value, "annotations", isAnnotations, "optional")) return false;
  if (!has(value, "_meta", isObject, "optional")) return false;
  switch (value.type) {
    case "text":
      return hasStrings(value, "text");
    case "image":
    case "audio":
      return hasStrings(value, "data", "mimeType");
    case "resource_link":
      return (
        hasStrings(value, "uri", "name") &&
        mayHaveStrings(value, "title", "description", "mimeType") &&
        has(value, "size", (size) => isInteger(size, 0, 2 ** 32), "optional") &&
        has(value, "icons", listOf(isIcon), "optional")
      );
    case "resource":
      return has(value, "resource", isContents, "required");
    default:
      return false;
  }
};

function isText(chunk: Members): boolean {
  return (
    hasThread(chunk) &&
    hasStrings(chunk, "text") &&
    has(chunk, "annotations", isAnnotations, "optional") &&
    has(chunk, "logprobs", listOf(isLogprob), "optional")
  );
}

function isCall(chunk: Members, given: NonNullable<RunLoopOptions["toolCallArguments"]>): boolean {
  if (!hasThread(chunk) || !hasStrings(chunk, "id", "name")) return false;
  const asText = mayHaveStrings(chunk, "arguments");
  const asObject =
    has(chunk, "arguments", isObject, "optional") &&
    has(chunk, "inputResponses", isObject, "optional") &&
    mayHaveStrings(chunk, "requestState");
  return given === "text" ? asText : given === "object" ? asObject : asText || asObject;
}

/** Whether a value is read as a chunk. */
export function isChunk(value: unknown, options: RunLoopOptions = {}): boolean {
  if (!isObject(value) || !hasStrings(value, "type")) return false;
  const known = has(value, "_meta", isObject, "optional");
  switch (value.type) {
    case "assistant_reasoning":
    case "assistant_text_content":
    case "assistant_refusal":
      return known && isText(value);
    case "assistant_image_content":
    case "assistant_audio_content":
      return (
        known &&
        hasThread(value) &&
        hasStrings(value, "data", "mimeType") &&
        has(value, "annotations", isAnnotations, "optional")
      );
    case "assistant_tool_call":
      return known && isCall(value, options.toolCallArguments ?? "text");
    case "tool_response":
      return (
        known &&
        hasThread(value) &&
        hasStrings(value, "id") &&
        ["content", "structuredContent", "isError", "_meta"].some((key) => (value[key] ?? null) !== null) &&
        has(value, "content", listOf(isBlock), "optional") &&
        has(value, "isError", isBoolean, "optional") &&
        has(value, "resultType", oneOf("complete"), "optional")
      );
    case "user":
      return known && hasStrings(value, "prompt");
    case "usage":
      return (
        known &&
        ["completion_tokens", "prompt_tokens", "total_tokens"].every((key) => has(value, key, isUint64, "required"))
      );
    case "notification":
      return known && has(value, "is_fatal", isBoolean, "required") && Object.hasOwn(value, "message");
    default:
      return options.unknownChunks === "pass";
  }
}
