import { type ErrorData, isKnownNotification, type JsonValue, type ServerNotification } from "../mod.ts";
import { bodyOf, type Entry, type Seen } from "./look_at.ts";

/** No line is made of more than this: a body may have megabytes. */
const LONGEST = 1000;

/** The telling part of a message in one line, as the peer wrote it: not yet fit for a terminal. */
export function tell(entry: Entry): string {
  const { seen } = entry;
  switch (seen.type) {
    case "notification":
      return tellNotification(seen.notification);
    case "chunk":
      return tellChunk(seen.chunk);
    case "error":
      return seen.error === undefined ? tellBytes(bodyOf(entry)) : tellError(seen.error);
    case "malformed":
      return seen.problem.message;
    default:
      return tellBytes(bodyOf(entry));
  }
}

function tellNotification(notification: ServerNotification): string {
  if (!isKnownNotification(notification)) return json(notification.params);
  switch (notification.method) {
    case "notifications/progress": {
      const { progress, total, progressToken, message } = notification.params;
      const of = typeof total === "number" ? ` of ${total}` : "";
      return `${progress}${of}, token ${json(progressToken)}${message ? `: ${message}` : ""}`;
    }
    case "notifications/message": {
      const { level, data, logger } = notification.params;
      return `${level}${logger ? ` of ${logger}` : ""}: ${typeof data === "string" ? data : json(data)}`;
    }
    case "notifications/resources/updated":
      return notification.params.uri;
    case "notifications/cancelled": {
      const { requestId, reason } = notification.params ?? {};
      return `request ${json(requestId)}${reason ? `: ${reason}` : ""}`;
    }
    case "notifications/tasks": {
      const { taskId, status, statusMessage } = notification.params;
      return `${taskId} ${status}${statusMessage ? `: ${statusMessage}` : ""}`;
    }
    default:
      return json(notification.params);
  }
}

function tellChunk(chunk: Extract<Seen, { readonly type: "chunk" }>["chunk"]): string {
  // A thread of its own, beside the main one.
  const thread = "parent_tool_call_id" in chunk && chunk.parent_tool_call_id ? `in ${chunk.parent_tool_call_id}: ` : "";
  switch (chunk.type) {
    case "assistant_reasoning":
    case "assistant_text_content":
    case "assistant_refusal":
      // Fragments begin and end with spaces that count.
      return `${thread}${json(chunk.text)}`;
    case "assistant_tool_call":
      return `${thread}${chunk.id} ${chunk.name} ${json(chunk.arguments)}`;
    case "assistant_image_content":
    case "assistant_audio_content":
      return `${thread}${chunk.mimeType}`;
    case "tool_response": {
      const parts = (chunk.content ?? []).map((block) => (block.type === "text" ? block.text : `[${block.type}]`));
      return `${thread}${chunk.id}${chunk.isError ? " failed" : ""}: ${parts.join(" ") || json(chunk.structuredContent)}`;
    }
    case "user":
      return json(chunk.prompt);
    case "usage":
      return `${chunk.prompt_tokens} + ${chunk.completion_tokens} = ${chunk.total_tokens} tokens`;
    case "notification":
      return `${chunk.is_fatal ? "fatal: " : ""}${json(chunk.message)}`;
    default:
      return json(chunk);
  }
}

/** The value of an error frame. */
export function tellError(error: ErrorData | JsonValue): string {
  return isErrorData(error) ? `${error.code}: ${error.message}` : json(error);
}

function isErrorData(error: ErrorData | JsonValue): error is ErrorData {
  return typeof error === "object" && error !== null && "code" in error && typeof error.message === "string";
}

function json(value: unknown): string {
  return value === undefined ? "" : JSON.stringify(value).slice(0, LONGEST);
}

/** Text where the bytes are some, and otherwise the first of them in hexadecimal. */
function tellBytes(bytes: Uint8Array): string {
  const first = bytes.subarray(0, LONGEST);
  try {
    // A character that the cut goes through is held back, and not missed.
    return new TextDecoder("utf-8", { fatal: true }).decode(first, { stream: first.byteLength < bytes.byteLength });
  } catch {
    const shown = first.subarray(0, 24);
    const hex = Array.from(shown, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
    return shown.byteLength < bytes.byteLength ? `${hex} …` : hex;
  }
}
