import type {
  AgenticLoopChunk,
  Annotations,
  AssistantMedia,
  AssistantReasoning,
  AssistantRefusal,
  AssistantTextContent,
  AssistantToolCall,
  ContentBlock,
  Icon,
  Logprob,
  LoopNotification,
  ResourceContents,
  RunLoopFrame,
  ToolResponse,
  TopLogprob,
  Usage,
  UserChunk,
  WholeToolCall,
} from "channel-frames";
import fc from "fast-check";
import { json, text } from "../frame/json_arbitrary.ts";
import { meta, nullable, object } from "../notifications/notification_arbitrary.ts";

// Each is annotated with the exported type, so what the types allow and what the schemas take cannot drift apart.

const base64 = fc.oneof(fc.base64String(), text);

const byte = fc.integer({ min: 0, max: 255 });

const annotations: fc.Arbitrary<Annotations | null> = nullable(
  fc.record(
    {
      audience: nullable(fc.array(fc.constantFrom("user" as const, "assistant" as const), { maxLength: 2 })),
      priority: nullable(fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0)),
      lastModified: nullable(text),
    },
    { requiredKeys: [] },
  ),
);

/** A decimal of up to 96 bits, as a number or as text. */
const decimal: fc.Arbitrary<number | string> = fc.oneof(
  fc.double({ min: -1e28, max: 1e28, noNaN: true }).map((value) => value + 0),
  fc.integer(),
  fc
    .tuple(fc.constantFrom("", "-", "+"), fc.bigInt({ min: 0n, max: 2n ** 96n - 1n }), fc.integer({ min: 0, max: 28 }))
    .map(([sign, magnitude, places]) => {
      const digits = String(magnitude).padStart(places + 1, "0");
      return `${sign}${digits.slice(0, digits.length - places)}.${digits.slice(digits.length - places)}`;
    }),
);

const bytes = nullable(fc.array(byte, { maxLength: 3 }));

const topLogprob: fc.Arbitrary<TopLogprob> = fc.record(
  { token: text, bytes, logprob: nullable(decimal) },
  { requiredKeys: ["token"] },
);

const logprob: fc.Arbitrary<Logprob> = fc.record(
  { token: text, bytes, logprob: decimal, top_logprobs: fc.array(topLogprob, { maxLength: 2 }) },
  { requiredKeys: ["token", "logprob", "top_logprobs"] },
);

const thread = { _meta: meta, parent_tool_call_id: nullable(fc.constantFrom("", "call-1", "call-2")) };

const textParts = {
  ...thread,
  text,
  annotations,
  logprobs: nullable(fc.array(logprob, { maxLength: 2 })),
};

const reasoning: fc.Arbitrary<AssistantReasoning> = fc.record(
  { type: fc.constant("assistant_reasoning" as const), ...textParts },
  { requiredKeys: ["type", "text"] },
);

const textContent: fc.Arbitrary<AssistantTextContent> = fc.record(
  { type: fc.constant("assistant_text_content" as const), ...textParts },
  { requiredKeys: ["type", "text"] },
);

const refusal: fc.Arbitrary<AssistantRefusal> = fc.record(
  { type: fc.constant("assistant_refusal" as const), ...textParts },
  { requiredKeys: ["type", "text"] },
);

const media: fc.Arbitrary<AssistantMedia> = fc.record(
  {
    type: fc.constantFrom("assistant_image_content" as const, "assistant_audio_content" as const),
    ...thread,
    data: base64,
    mimeType: text,
    annotations,
  },
  { requiredKeys: ["type", "data", "mimeType"] },
);

const callParts = { ...thread, id: fc.constantFrom("c1", "c2", "", "__proto__"), name: text };

export const toolCall: fc.Arbitrary<AssistantToolCall> = fc.record(
  { type: fc.constant("assistant_tool_call" as const), ...callParts, arguments: nullable(text) },
  { requiredKeys: ["type", "id", "name"] },
);

export const wholeToolCall: fc.Arbitrary<WholeToolCall> = fc.record(
  {
    type: fc.constant("assistant_tool_call" as const),
    ...callParts,
    arguments: nullable(object),
    inputResponses: nullable(object),
    requestState: nullable(text),
  },
  { requiredKeys: ["type", "id", "name"] },
);

const icon: fc.Arbitrary<Icon> = fc.record(
  {
    src: text,
    mimeType: nullable(text),
    sizes: nullable(fc.array(text, { maxLength: 2 })),
    theme: nullable(fc.constantFrom("light" as const, "dark" as const)),
  },
  { requiredKeys: ["src"] },
);

const contentsParts = { uri: text, mimeType: nullable(text), _meta: meta };

const contents: fc.Arbitrary<ResourceContents> = fc.oneof(
  fc.record({ ...contentsParts, text }, { requiredKeys: ["uri", "text"] }),
  fc.record({ ...contentsParts, blob: base64 }, { requiredKeys: ["uri", "blob"] }),
  fc.record({ ...contentsParts, blob: base64, text: json }, { requiredKeys: ["uri", "blob", "text"] }),
);

const block = { annotations, _meta: meta };

export const contentBlock: fc.Arbitrary<ContentBlock> = fc.oneof(
  fc.record({ ...block, type: fc.constant("text" as const), text }, { requiredKeys: ["type", "text"] }),
  fc.record(
    { ...block, type: fc.constantFrom("image" as const, "audio" as const), data: base64, mimeType: text },
    { requiredKeys: ["type", "data", "mimeType"] },
  ),
  fc.record(
    {
      ...block,
      type: fc.constant("resource_link" as const),
      uri: text,
      name: text,
      title: nullable(text),
      description: nullable(text),
      mimeType: nullable(text),
      size: nullable(fc.oneof(fc.nat(), fc.constant(2 ** 32 - 1))),
      icons: nullable(fc.array(icon, { maxLength: 2 })),
    },
    { requiredKeys: ["type", "uri", "name"] },
  ),
  fc.record(
    { ...block, type: fc.constant("resource" as const), resource: contents },
    { requiredKeys: ["type", "resource"] },
  ),
);

const responseParts = {
  type: fc.constant("tool_response" as const),
  ...thread,
  id: callParts.id,
  content: nullable(fc.array(contentBlock, { maxLength: 3 })),
  structuredContent: json,
  isError: nullable(fc.boolean()),
  resultType: nullable(fc.constant("complete" as const)),
};

/** The types cannot say that at least one optional member has to be there. */
export const toolResponse: fc.Arbitrary<ToolResponse> = fc.oneof(
  fc.record(
    { ...responseParts, content: fc.array(contentBlock, { maxLength: 3 }) },
    { requiredKeys: ["type", "id", "content"] },
  ),
  fc.record({ ...responseParts, isError: fc.boolean() }, { requiredKeys: ["type", "id", "isError"] }),
  fc.record({ ...responseParts, _meta: object }, { requiredKeys: ["type", "id", "_meta"] }),
  fc.record(
    { ...responseParts, structuredContent: json.filter((value) => value !== null) },
    { requiredKeys: ["type", "id", "structuredContent"] },
  ),
);

const user: fc.Arbitrary<UserChunk> = fc.record(
  { type: fc.constant("user" as const), _meta: meta, prompt: text },
  { requiredKeys: ["type", "prompt"] },
);

const tokens = fc.oneof(fc.nat(), fc.constantFrom(0, 2 ** 53, 2 ** 63));

export const usage: fc.Arbitrary<Usage> = fc.record(
  {
    type: fc.constant("usage" as const),
    _meta: meta,
    completion_tokens: tokens,
    prompt_tokens: tokens,
    total_tokens: tokens,
  },
  { requiredKeys: ["type", "completion_tokens", "prompt_tokens", "total_tokens"] },
);

const loopNotification: fc.Arbitrary<LoopNotification> = fc.record(
  { type: fc.constant("notification" as const), _meta: meta, is_fatal: fc.boolean(), message: json },
  { requiredKeys: ["type", "is_fatal", "message"] },
);

/** For each kind of chunk, its chunks. */
export const chunks: Readonly<Record<string, fc.Arbitrary<AgenticLoopChunk>>> = {
  assistant_reasoning: reasoning,
  assistant_text_content: textContent,
  assistant_refusal: refusal,
  "assistant_image_content and assistant_audio_content": media,
  assistant_tool_call: toolCall,
  tool_response: toolResponse,
  user,
  usage,
  notification: loopNotification,
};

export const chunk: fc.Arbitrary<AgenticLoopChunk> = fc.oneof(...Object.values(chunks));

export const runLoopFrame: fc.Arbitrary<RunLoopFrame> = fc.oneof(
  fc.record({ type: fc.constant("chunk" as const), chunk }),
  fc.record({ type: fc.constant("error" as const), error: json }),
);
