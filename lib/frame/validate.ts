import { excerpt } from "./excerpt.ts";
import type { FrameIssue } from "./frame_error.ts";
import { pathOf } from "./path.ts";
import type { SyncSchema } from "./standard_schema.ts";

/** What a schema objects to in a value; `undefined` when the value fits. */
export function validate(schema: SyncSchema, value: unknown): readonly FrameIssue[] | undefined {
  const result = schema["~standard"].validate(value);
  if ("then" in result) {
    // Its rejection is nobody's business any more.
    result.catch(() => {});
    throw new TypeError(`The schema (${schema["~standard"].vendor}) validates asynchronously; a frame cannot wait`);
  }
  return result.issues?.map(({ message, path = [] }) => ({
    // Schema libraries quote what they received.
    message: excerpt(message, 120),
    path: pathOf(path.map((part) => (typeof part === "object" ? part.key : part))),
  }));
}
