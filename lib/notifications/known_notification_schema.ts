import * as v from "valibot";
import { float, int64, jsonObject, meta, object, optionalText, uint64 } from "./schema_parts.ts";
import type { KnownMethod } from "./server_notification.ts";

const token = v.union([v.string(), int64]);
const noParams = v.nullish(object({ _meta: meta }));
const flag = v.nullish(v.boolean());

const inputRequest = v.union([
  object({ method: v.literal("roots/list") }),
  object({ method: v.literal("elicitation/create"), params: object({ message: v.string() }) }),
  object({ method: v.literal("sampling/createMessage"), params: object({ messages: v.array(jsonObject) }) }),
]);

// Not v.record, which passes over keys such as `__proto__`.
const inputRequests = v.pipe(
  jsonObject,
  v.check((requests) => Object.values(requests).every((request) => v.is(inputRequest, request))),
);

// What belongs to another status may be there, but must be of its own type all the same.
const task = {
  _meta: meta,
  taskId: v.string(),
  statusMessage: optionalText,
  createdAt: v.string(),
  lastUpdatedAt: v.string(),
  ttlMs: v.nullish(uint64),
  pollIntervalMs: v.nullish(uint64),
  result: v.nullish(jsonObject),
  error: v.nullish(jsonObject),
  inputRequests: v.nullish(inputRequests),
};

/** The params of the notifications that the protocol defines. */
export const knownSchemas: Readonly<Record<KnownMethod, v.GenericSchema>> = {
  "notifications/cancelled": v.nullish(object({ _meta: meta, requestId: v.nullish(token), reason: optionalText })),
  "notifications/progress": object({
    _meta: meta,
    progressToken: token,
    progress: float,
    total: v.nullish(float),
    message: optionalText,
  }),
  "notifications/message": object({
    _meta: meta,
    level: v.picklist(["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]),
    logger: optionalText,
    data: v.unknown(),
  }),
  "notifications/resources/updated": object({ _meta: meta, uri: v.string() }),
  "notifications/resources/list_changed": noParams,
  "notifications/tools/list_changed": noParams,
  "notifications/prompts/list_changed": noParams,
  "notifications/subscriptions/acknowledged": object({
    _meta: meta,
    notifications: object({
      toolsListChanged: flag,
      promptsListChanged: flag,
      resourcesListChanged: flag,
      resourceSubscriptions: v.nullish(v.array(v.string())),
    }),
  }),
  "notifications/tasks": v.pipe(
    jsonObject,
    v.variant("status", [
      v.object({ ...task, status: v.picklist(["working", "cancelled"]) }),
      v.object({ ...task, status: v.literal("completed"), result: jsonObject }),
      v.object({ ...task, status: v.literal("failed"), error: jsonObject }),
      v.object({ ...task, status: v.literal("input_required"), inputRequests }),
    ]),
  ),
};
