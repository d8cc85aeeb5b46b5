/**
 * A chunk in its usual form, said at once: what is accepted here, `chunkSchema` accepts under any options but
 * `toolCallArguments: "object"`. What is not, may still be a chunk.
 */
export function acceptsChunk(value: unknown): boolean {
  const chunk = Object(value);
  if (Array.isArray(value) || !isNone(chunk._meta) || !isOptionalText(chunk.parent_tool_call_id)) return false;
  switch (chunk.type) {
    case "assistant_text_content":
    case "assistant_reasoning":
    case "assistant_refusal":
      return typeof chunk.text === "string" && isNone(chunk.annotations) && isNone(chunk.logprobs);
    case "assistant_tool_call":
      return typeof chunk.id === "string" && typeof chunk.name === "string" && isOptionalText(chunk.arguments);
    case "tool_response":
      return (
        typeof chunk.id === "string" &&
        Array.isArray(chunk.content) &&
        chunk.content.every(isPlainText) &&
        (chunk.isError === undefined || typeof chunk.isError === "boolean") &&
        isNone(chunk.resultType)
      );
    case "user":
      return typeof chunk.prompt === "string";
    case "usage":
      return isCount(chunk.completion_tokens) && isCount(chunk.prompt_tokens) && isCount(chunk.total_tokens);
    default:
      return false;
  }
}

function isNone(value: unknown): boolean {
  return value === undefined || value === null;
}

function isOptionalText(value: unknown): boolean {
  return typeof value === "string" || isNone(value);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isPlainText(value: unknown): boolean {
  const block = Object(value);
  return (
    !Array.isArray(value) &&
    block.type === "text" &&
    typeof block.text === "string" &&
    isNone(block.annotations) &&
    isNone(block._meta)
  );
}
