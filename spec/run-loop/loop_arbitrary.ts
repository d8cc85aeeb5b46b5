import type { AgenticLoopChunk, AssistantToolCall, Logprob } from "channel-frames";
import fc from "fast-check";

// Loops of few words, few threads and few calls, so that fragments meet.

const word = fc.constantFrom("", "a", "b", "cd", "😀", '{"q":', '"cats"}', "[1", ",2]", "{}", "null");

const thread: fc.Arbitrary<{ readonly parent_tool_call_id?: string | null }> = fc.constantFrom(
  {},
  {},
  { parent_tool_call_id: null },
  { parent_tool_call_id: "" },
  { parent_tool_call_id: "p" },
);

const logprob: fc.Arbitrary<Logprob> = word.map((token) => ({ token, logprob: -1, top_logprobs: [] }));

const extra = fc.constantFrom({}, {}, { _meta: { a: 1 } }, { annotations: null }, { more: [1] });

const text: fc.Arbitrary<AgenticLoopChunk> = fc
  .tuple(
    fc.constantFrom(
      ...(["assistant_text_content", "assistant_text_content", "assistant_reasoning", "assistant_refusal"] as const),
    ),
    thread,
    word,
    fc.oneof(
      fc.constantFrom({}, {}, { logprobs: null }),
      fc.array(logprob, { minLength: 1, maxLength: 2 }).map((logprobs) => ({ logprobs })),
    ),
    extra,
  )
  .map(([type, parent, value, logprobs, rest]) => ({ type, text: value, ...parent, ...logprobs, ...rest }));

function callOf(id: string): fc.Arbitrary<AssistantToolCall> {
  return fc
    .tuple(
      fc.constantFrom("f", "g"),
      fc.constantFrom({}, { arguments: null }),
      fc.option(word, { nil: undefined }),
      extra,
    )
    .map(([name, none, value, rest]) => ({
      type: "assistant_tool_call",
      id,
      name,
      ...(value === undefined ? none : { arguments: value }),
      ...rest,
    }));
}

const alone: fc.Arbitrary<AgenticLoopChunk> = fc.constantFrom<AgenticLoopChunk>(
  { type: "user", prompt: "p" },
  { type: "usage", completion_tokens: 1, prompt_tokens: 2, total_tokens: 3 },
  { type: "notification", is_fatal: false, message: "m" },
  { type: "notification", is_fatal: true, message: null },
  { type: "assistant_image_content", data: "QQ==", mimeType: "image/png" },
  { type: "assistant_audio_content", data: "QQ==", mimeType: "audio/wav" },
);

function responseTo(id: string): fc.Arbitrary<AgenticLoopChunk> {
  return thread.map((parent) => ({ type: "tool_response", id, content: [], ...parent }));
}

const id = fc.constantFrom("x", "y", "", "__proto__", '["x"]');

/** Anything, in any order. */
export const anyLoop: fc.Arbitrary<readonly AgenticLoopChunk[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: text },
    {
      weight: 5,
      arbitrary: fc.tuple(id.chain(callOf), thread).map(([call, parent]) => ({ ...call, ...parent })),
    },
    { weight: 1, arbitrary: alone },
    { weight: 2, arbitrary: id.chain(responseTo) },
  ),
  { maxLength: 25 },
);

/** Calls go side by side, but none goes on after its response. */
export const tidyLoop: fc.Arbitrary<readonly AgenticLoopChunk[]> = anyLoop.map((chunks) => {
  const answered = new Set<string>();
  return chunks.filter((chunk) => {
    if (chunk.type !== "assistant_tool_call" && chunk.type !== "tool_response") return true;
    const key = JSON.stringify([chunk.parent_tool_call_id ?? null, chunk.id]);
    if (chunk.type === "tool_response") answered.add(key);
    return chunk.type === "tool_response" || !answered.has(key);
  });
});

/** Each call is answered before anything else follows. */
export const turnByTurnLoop: fc.Arbitrary<readonly AgenticLoopChunk[]> = fc
  .array(
    fc.oneof(
      fc.array(text, { minLength: 1, maxLength: 4 }),
      alone.map((chunk) => [chunk]),
      fc.array(callOf(""), { minLength: 1, maxLength: 4 }),
    ),
    { maxLength: 10 },
  )
  .map((turns) =>
    turns.flatMap((turn, at): readonly AgenticLoopChunk[] => {
      if (turn[0]?.type !== "assistant_tool_call") return turn;
      const calls = turn.map((call) => ({ ...call, id: `call-${at}` }));
      return [...calls, { type: "tool_response", id: `call-${at}`, isError: false }];
    }),
  );

/** A value that cannot be changed any more. */
export function deepFrozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFrozen(member);
  }
  return value;
}
