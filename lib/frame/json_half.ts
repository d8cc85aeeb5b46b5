import { decodeText, JsonFault, parseJson } from "./decode_json.ts";
import { encodeJson } from "./encode_json.ts";
import { encodeText } from "./encode_text.ts";
import { FrameEncodeError } from "./frame_encode_error.ts";
import { FrameError, type FrameErrorCode, type FrameIssue } from "./frame_error.ts";
import type { AnyFrame } from "./frame_family.ts";
import type { Half } from "./half.ts";
import { parseWideJson } from "./parse_wide_json.ts";
import type { SyncSchema } from "./standard_schema.ts";
import { tooLarge } from "./too_large.ts";
import { validate } from "./validate.ts";

/** What a {@link jsonHalf} is made of. */
export interface JsonHalfParts {
  readonly tag: number;
  /** The `type` of the frames. */
  readonly type: string;
  /** The member of the frames that holds the value. */
  readonly key: string;
  /** The code of the `FrameError` for a body that is not what it should be. */
  readonly code: FrameErrorCode;
  readonly schema: SyncSchema;
  /** A faster way to say yes: where it does, the schema is not asked. It accepts nothing that the schema refuses. */
  readonly accepts?: ((value: unknown) => boolean) | undefined;
  /**
   * Reads text in one usual form faster than `JSON.parse`, and accepts what it read. Anything else is `undefined`. The
   * value nests one level.
   */
  readonly shortcut?: ((text: string) => object | undefined) | undefined;
  /** Makes a frame of a value. A literal with the names written out is several times faster than the default. */
  readonly toFrame?: ((value: unknown) => AnyFrame) | undefined;
}

/** One JSON value, checked by a schema and handed on as it was parsed. */
// @__NO_SIDE_EFFECTS__
export function jsonHalf({
  tag,
  type,
  key,
  code,
  schema,
  accepts,
  shortcut,
  toFrame = (value) => ({ type, [key]: value }),
}: JsonHalfParts): Half {
  const what = `The ${key} (tag ${tag})`;
  const check = (value: unknown): readonly FrameIssue[] | undefined =>
    accepts?.(value) ? undefined : validate(schema, value);
  return {
    type,
    key,
    decode(message, limits, index) {
      let value: unknown;
      try {
        const text = decodeText(message, 1);
        const short = limits.maxDepth > 0 ? shortcut?.(text) : undefined;
        if (short !== undefined) return toFrame(short);
        value = parseJson(text, limits);
      } catch (cause) {
        if (!(cause instanceof JsonFault)) throw cause;
        throw new FrameError(code, `${what} ${cause.message}`, { tag, index, cause: cause.cause });
      }
      const issues = check(value);
      if (issues !== undefined) {
        throw new FrameError(code, `${what} has the wrong shape: ${summary(issues)}`, { tag, index, issues });
      }
      return toFrame(value);
    },
    encode(value, limits) {
      const { text, partial } = encodeJson(value, limits);
      // What counts is what will be read.
      const issues = check(partial ? parseWideJson(text) : value);
      if (issues !== undefined) {
        const path = issues[0]?.path;
        throw new FrameEncodeError("shape", `${what} has the wrong shape: ${summary(issues)}`, { path, issues });
      }
      // UTF-8 takes at least a byte for each unit of the text.
      if (text.length >= limits.maxMessageBytes) throw tooLarge(limits);
      const message = encodeText(tag, text);
      if (message.byteLength > limits.maxMessageBytes) throw tooLarge(limits);
      return message;
    },
  };
}

function summary([first, ...more]: readonly FrameIssue[]): string {
  const where = first?.path ? `at ${first.path}: ` : "";
  return `${where}${first?.message}${more.length > 0 ? ` (and ${more.length} more)` : ""}`;
}
