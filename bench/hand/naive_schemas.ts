import * as v from "valibot";

const text = v.optional(v.string());
const token = v.union([v.string(), v.number()]);
const meta = v.optional(v.looseObject({}));

function notification(method: string, params: v.ObjectEntries) {
  return v.looseObject({ method: v.literal(method), params: v.looseObject({ _meta: meta, ...params }) });
}

function listChanged(what: string) {
  return v.looseObject({
    method: v.literal(`notifications/${what}/list_changed`),
    params: v.optional(v.looseObject({ _meta: meta })),
  });
}

/** Notifications as one describes them to valibot: one option for each method, and nothing is dropped. */
export const naiveNotification: v.GenericSchema = v.variant("method", [
  notification("notifications/cancelled", { requestId: v.optional(token), reason: text }),
  notification("notifications/progress", {
    progressToken: token,
    progress: v.number(),
    total: v.optional(v.number()),
    message: text,
  }),
  notification("notifications/message", {
    level: v.picklist(["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]),
    logger: text,
    data: v.unknown(),
  }),
  notification("notifications/resources/updated", { uri: v.string() }),
  listChanged("resources"),
  listChanged("tools"),
  listChanged("prompts"),
  notification("vendor/event", {}),
]);

function chunk(type: string, members: v.ObjectEntries) {
  return v.looseObject({ type: v.literal(type), ...members });
}

/** Chunks of run loops, likewise. */
export const naiveChunk: v.GenericSchema = v.variant("type", [
  chunk("assistant_text_content", { text: v.string() }),
  chunk("assistant_reasoning", { text: v.string() }),
  chunk("assistant_refusal", { text: v.string() }),
  chunk("assistant_tool_call", { id: v.string(), name: v.string(), arguments: text }),
  chunk("tool_response", {
    id: v.string(),
    content: v.array(v.looseObject({ type: v.literal("text"), text: v.string() })),
  }),
  chunk("usage", { completion_tokens: v.number(), prompt_tokens: v.number(), total_tokens: v.number() }),
]);
