import * as v from "valibot";
import { float, meta, object, optionalText, uint32 } from "../notifications/schema_parts.ts";

/** Hints of MCP; also on chunks of text and media. */
export const annotations: v.GenericSchema = v.nullish(
  object({
    audience: v.nullish(v.array(v.picklist(["user", "assistant"]))),
    priority: v.nullish(float),
    lastModified: optionalText,
  }),
);

const base = { annotations, _meta: meta };

const media = { ...base, data: v.string(), mimeType: v.string() };

const icon = object({
  src: v.string(),
  mimeType: optionalText,
  sizes: v.nullish(v.array(v.string())),
  theme: v.nullish(v.picklist(["light", "dark"])),
});

const contents = { uri: v.string(), mimeType: optionalText, _meta: meta };

/** A content block of a tool result. */
export const contentBlock: v.GenericSchema = v.variant("type", [
  v.object({ ...base, type: v.literal("text"), text: v.string() }),
  v.object({ ...media, type: v.picklist(["image", "audio"]) }),
  v.object({
    ...base,
    type: v.literal("resource_link"),
    uri: v.string(),
    name: v.string(),
    title: optionalText,
    description: optionalText,
    mimeType: optionalText,
    size: v.nullish(uint32),
    icons: v.nullish(v.array(icon)),
  }),
  v.object({
    ...base,
    type: v.literal("resource"),
    resource: v.union([object({ ...contents, text: v.string() }), object({ ...contents, blob: v.string() })]),
  }),
]);
