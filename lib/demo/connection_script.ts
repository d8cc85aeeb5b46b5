import { buildNotification, type NotificationFrame, type RunLoopFrame } from "../mod.ts";

/**
 * What can be asked for on a channel: the first byte of its request. They are the provider's, and no business of the
 * library. Nobody serves `mail`.
 */
export const ENDPOINTS = { files: 0, mail: 1, index: 2, agent: 3 } as const;

/** What the agent of the connection is asked. */
export const QUESTION = "What is new in my notes?";

/** Two items, and that is all. */
export function* filesScript(): Generator<NotificationFrame> {
  for (const name of ["notes.md", "plan.md"]) {
    yield buildNotification("notifications/resources/updated", { uri: `file:///${name}` });
  }
}

/** Goes on for as long as it may. */
export function* indexScript(): Generator<NotificationFrame> {
  for (let step = 1; ; step++) {
    yield buildNotification("notifications/progress", { progressToken: "index", progress: step });
  }
}

/** A short answer. */
export function* agentScript(prompt: string): Generator<RunLoopFrame> {
  yield { type: "chunk", chunk: { type: "user", prompt } };
  for (const text of "Two of them have changed since this morning.".split(/(?= )/)) {
    yield { type: "chunk", chunk: { type: "assistant_text_content", text } };
  }
  yield { type: "chunk", chunk: { type: "usage", prompt_tokens: 96, completion_tokens: 9, total_tokens: 105 } };
}
