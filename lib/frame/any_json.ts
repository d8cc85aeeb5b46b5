import type { JsonValue } from "./json_value.ts";
import type { SyncSchema } from "./standard_schema.ts";

/** A schema that takes any JSON value. */
export const anyJson: SyncSchema<JsonValue> = {
  "~standard": { version: 1, vendor: "channel-frames", validate: () => ({}) },
};
