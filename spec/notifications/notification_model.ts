import type { KnownMethod } from "channel-frames";

// The rules of the reference for notifications, written down once more and as plainly as can be.

type Check = (value: unknown) => boolean;
type Members = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Members {
  return Object.prototype.toString.call(value) === "[object Object]";
}

const isString: Check = (value) => typeof value === "string";
const isNumber: Check = (value) => typeof value === "number";
const isBoolean: Check = (value) => typeof value === "boolean";

/** Numbers are judged by their value: nearest doubles, and integers however they were spelled. */
export function isInteger(value: unknown, from: number, below: number): boolean {
  return typeof value === "number" && value % 1 === 0 && value >= from && value < below;
}

const isToken: Check = (value) => isString(value) || (isInteger(value, -(2 ** 63), 2 ** 63) && value !== -(2 ** 63));
const isUint64: Check = (value) => isInteger(value, 0, 2 ** 64);

/** The own member, checked; `absent` says whether it may be missing or null. */
export function has(members: Members, key: string, check: Check, absent: "required" | "optional"): boolean {
  const value = Object.hasOwn(members, key) ? members[key] : undefined;
  if (value === undefined || value === null) {
    return absent === "optional" || (value === null && Object.hasOwn(members, key) && check(null));
  }
  return check(value);
}

const anyRequests: Check = (value) => {
  if (!isObject(value)) return false;
  const { method, params } = value;
  if (method === "roots/list") return true;
  if (!isObject(params)) return false;
  if (method === "elicitation/create") return isString(params.message);
  return method === "sampling/createMessage" && Array.isArray(params.messages) && params.messages.every(isObject);
};

const isRequests: Check = (value) => isObject(value) && Object.values(value).every(anyRequests);

const levels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

const params: { readonly [M in KnownMethod]: (given: Members) => boolean } = {
  "notifications/cancelled": (given) =>
    has(given, "requestId", isToken, "optional") && has(given, "reason", isString, "optional"),
  "notifications/progress": (given) =>
    has(given, "progressToken", isToken, "required") &&
    has(given, "progress", isNumber, "required") &&
    has(given, "total", isNumber, "optional") &&
    has(given, "message", isString, "optional"),
  "notifications/message": (given) =>
    has(given, "level", (level) => levels.some((one) => one === level), "required") &&
    has(given, "logger", isString, "optional") &&
    Object.hasOwn(given, "data"),
  "notifications/resources/updated": (given) => has(given, "uri", isString, "required"),
  "notifications/resources/list_changed": () => true,
  "notifications/tools/list_changed": () => true,
  "notifications/prompts/list_changed": () => true,
  "notifications/subscriptions/acknowledged": (given) => {
    const { notifications } = given;
    return (
      isObject(notifications) &&
      ["toolsListChanged", "promptsListChanged", "resourcesListChanged"].every((key) =>
        has(notifications, key, isBoolean, "optional"),
      ) &&
      has(notifications, "resourceSubscriptions", (list) => Array.isArray(list) && list.every(isString), "optional")
    );
  },
  "notifications/tasks": (given) => {
    const needed = { completed: "result", failed: "error", input_required: "inputRequests" };
    const { status } = given;
    const need = Object.entries(needed).find(([name]) => name === status)?.[1];
    return (
      isString(status) &&
      ["working", "cancelled", ...Object.keys(needed)].some((one) => one === status) &&
      ["taskId", "createdAt", "lastUpdatedAt"].every((key) => has(given, key, isString, "required")) &&
      has(given, "statusMessage", isString, "optional") &&
      ["ttlMs", "pollIntervalMs"].every((key) => has(given, key, isUint64, "optional")) &&
      ["result", "error"].every((key) => has(given, key, isObject, key === need ? "required" : "optional")) &&
      has(given, "inputRequests", isRequests, need === "inputRequests" ? "required" : "optional")
    );
  },
};

/** Methods whose params may be missing or null. */
const bare = ["cancelled", "resources/list_changed", "tools/list_changed", "prompts/list_changed"];

/** What the reference makes of a value: no frame at all, one of its known notifications, or a custom one. */
export function verdictOf(value: unknown): "refused" | "known" | "custom" {
  if (!isObject(value) || !has(value, "method", isString, "required")) return "refused";
  const given = value.params ?? undefined;
  if (given !== undefined && !(isObject(given) && has(given, "_meta", isObject, "optional"))) return "refused";
  const method = String(value.method);
  const fits = Object.entries(params).find(([name]) => name === method)?.[1];
  if (fits === undefined) return "custom";
  if (given === undefined) return bare.includes(method.replace("notifications/", "")) ? "known" : "custom";
  return fits(given) ? "known" : "custom";
}

/** Whether a value is read as error data. */
export function isErrorData(value: unknown): boolean {
  return (
    isObject(value) &&
    has(value, "code", (code) => isInteger(code, -(2 ** 31), 2 ** 31), "required") &&
    has(value, "message", isString, "required")
  );
}
