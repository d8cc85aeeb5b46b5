import * as v from "valibot";
import { checkOption } from "../frame/check_option.ts";
import type { SyncSchema } from "../frame/standard_schema.ts";
import { jsonObject, meta, object, optionalText, uint8, uint64 } from "../notifications/schema_parts.ts";
import { annotations, contentBlock } from "./content_block_schema.ts";
import { isDecimal } from "./decimal.ts";
import type { ChunkOf, RunLoopOptions } from "./run_loop_options.ts";

const decimal = v.custom<number | string>(isDecimal, "Expected a decimal");
const bytes = v.nullish(v.array(uint8));
const thread = { _meta: meta, parent_tool_call_id: optionalText };

const text = object({
  ...thread,
  text: v.string(),
  annotations,
  logprobs: v.nullish(
    v.array(
      object({
        token: v.string(),
        bytes,
        logprob: decimal,
        top_logprobs: v.array(object({ token: v.string(), bytes, logprob: v.nullish(decimal) })),
      }),
    ),
  ),
});

const media = object({ ...thread, data: v.string(), mimeType: v.string(), annotations });

const call = { ...thread, id: v.string(), name: v.string() };
const textCall = object({ ...call, arguments: optionalText });
const wholeCall = object({
  ...call,
  arguments: v.nullish(jsonObject),
  inputResponses: v.nullish(jsonObject),
  requestState: optionalText,
});

/** MCP tells a tool result from an empty object by one of these being there. */
const result = v.custom<object>(
  (value) =>
    typeof value === "object" &&
    value !== null &&
    ["content", "structuredContent", "isError", "_meta"].some((key) => (Reflect.get(value, key) ?? null) !== null),
  "Expected content, structuredContent, isError or _meta",
);

const chunks: Readonly<Record<string, v.GenericSchema>> = {
  assistant_reasoning: text,
  assistant_text_content: text,
  assistant_refusal: text,
  assistant_image_content: media,
  assistant_audio_content: media,
  tool_response: v.pipe(
    result,
    object({
      ...thread,
      id: v.string(),
      content: v.nullish(v.array(contentBlock)),
      structuredContent: v.optional(v.unknown()),
      isError: v.nullish(v.boolean()),
      resultType: v.nullish(v.literal("complete")),
    }),
  ),
  user: object({ _meta: meta, prompt: v.string() }),
  usage: object({ _meta: meta, completion_tokens: uint64, prompt_tokens: uint64, total_tokens: uint64 }),
  notification: object({ _meta: meta, is_fatal: v.boolean(), message: v.unknown() }),
};

const calls: Readonly<Record<"text" | "object" | "either", v.GenericSchema>> = {
  text: textCall,
  object: wholeCall,
  either: v.union([textCall, wholeCall]),
};

const typed = object({ type: v.string() });

/**
 * What is read as a chunk. The `type` alone decides which chunk it is.
 *
 * @throws {TypeError} for an option that has no sense.
 */
// @__NO_SIDE_EFFECTS__
export function chunkSchema<O extends RunLoopOptions>({
  toolCallArguments = "text",
  unknownChunks = "refuse",
}: RunLoopOptions = {}): SyncSchema<ChunkOf<O>> {
  checkOption("toolCallArguments", Object.hasOwn(calls, toolCallArguments));
  checkOption("unknownChunks", unknownChunks === "refuse" || unknownChunks === "pass");
  return {
    "~standard": {
      version: 1,
      vendor: "channel-frames",
      validate(value) {
        const outcome = v.safeParse(typed, value);
        if (!outcome.success) return typed["~standard"].validate(value);
        const { type } = outcome.output;
        const schema =
          type === "assistant_tool_call"
            ? calls[toolCallArguments]
            : Object.hasOwn(chunks, type)
              ? chunks[type]
              : undefined;
        if (schema !== undefined) return schema["~standard"].validate(value);
        return unknownChunks === "pass" ? {} : { issues: [{ message: "No chunk has this type", path: ["type"] }] };
      },
    },
  };
}
