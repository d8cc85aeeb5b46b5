import type { AgenticLoopChunk, RunLoopFrame } from "../mod.ts";

/** What the run loop is asked. */
export const PROMPT = "Which is warmer today, Lisbon or Oslo?";

/** The answer of a made-up agent: two tool calls side by side, everything in small fragments. */
export function* runLoopScript(prompt: string): Generator<RunLoopFrame> {
  for (const chunk of chunks(prompt)) yield { type: "chunk", chunk };
}

function* chunks(prompt: string): Generator<AgenticLoopChunk> {
  yield { type: "user", prompt };
  for (const text of words("Two cities, so two calls, and neither has to wait for the other.")) {
    yield { type: "assistant_reasoning", text };
  }
  for (const text of words("I will look at the weather in both.")) yield { type: "assistant_text_content", text };
  const fragments = ['{"ci', 'ty":', '"$","', 'unit":"ce', 'lsius"}'];
  for (const fragment of fragments) {
    yield weatherCall("call-1", fragment.replace("$", "Lisbon"));
    yield weatherCall("call-2", fragment.replace("$", "Oslo"));
  }
  yield { type: "usage", prompt_tokens: 412, completion_tokens: 58, total_tokens: 470 };
  yield { type: "tool_response", id: "call-2", content: [{ type: "text", text: "-3\u00a0°C, light snow" }] };
  yield { type: "tool_response", id: "call-1", content: [{ type: "text", text: "17\u00a0°C, sunny" }] };
  const answer = "Lisbon, by twenty degrees: it is sunny there at 17\u00a0°C, while Oslo has light snow at -3\u00a0°C.";
  for (const text of words(answer)) yield { type: "assistant_text_content", text };
  yield { type: "usage", prompt_tokens: 497, completion_tokens: 31, total_tokens: 528 };
}

function weatherCall(id: string, fragment: string): AgenticLoopChunk {
  return { type: "assistant_tool_call", id, name: "get_weather", arguments: fragment };
}

/** The text in fragments as models send them: the space belongs to the word after it. */
function words(text: string): readonly string[] {
  return text.split(/(?= )/);
}
