import {
  type CoalescedChunk,
  type CustomNotification,
  type ErrorData,
  isKnownNotification,
  type JsonValue,
  type ServerNotification,
} from "../mod.ts";

/** The telling part of a notification, in words. */
export function tellNotification(notification: ServerNotification): string {
  if (!isKnownNotification(notification)) return tellCustom(notification);
  switch (notification.method) {
    case "notifications/progress": {
      const { progress, total, progressToken } = notification.params;
      return `${progress}${typeof total === "number" ? ` of ${total}` : ""}, token ${JSON.stringify(progressToken)}`;
    }
    case "notifications/message": {
      const { level, data } = notification.params;
      return `${level}: ${typeof data === "string" ? data : JSON.stringify(data)}`;
    }
    case "notifications/resources/updated":
      return notification.params.uri;
    default:
      return tellParams(notification.params);
  }
}

/** A task's status is what a person asks for; of anything else nothing is known, so all of it is told. */
function tellCustom({ params }: CustomNotification): string {
  if (typeof params?.status !== "string") return `custom: ${tellParams(params)}`;
  return `custom, ${params.status}: ${String(params.statusMessage)}`;
}

function tellParams(params: object | null | undefined): string {
  return params ? JSON.stringify(params) : "(no params)";
}

/** The value of an error frame. */
export function tellError(error: ErrorData | JsonValue): string {
  return isErrorData(error) ? `${error.code}: ${error.message}` : JSON.stringify(error);
}

function isErrorData(error: ErrorData | JsonValue): error is ErrorData {
  return typeof error === "object" && error !== null && "code" in error && "message" in error;
}

/** The telling part of a chunk of a run loop. */
export function tellChunk(chunk: CoalescedChunk): string {
  switch (chunk.type) {
    case "user":
      return chunk.prompt;
    case "assistant_tool_call":
      return `${chunk.id}: ${chunk.name} ${JSON.stringify(chunk.input)}`;
    case "tool_response": {
      const texts = (chunk.content ?? []).map((block) => (block.type === "text" ? block.text : block.type));
      return `${chunk.id}: ${texts.join(", ")}`;
    }
    case "usage":
      return `${chunk.total_tokens} tokens`;
    case "assistant_reasoning":
    case "assistant_text_content":
    case "assistant_refusal":
      return chunk.text;
    default:
      return JSON.stringify(chunk);
  }
}
