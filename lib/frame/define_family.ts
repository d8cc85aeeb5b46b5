import { buildFamily } from "./build_family.ts";
import type { FrameFamily } from "./frame_family.ts";
import type { Half } from "./half.ts";
import { jsonHalf } from "./json_half.ts";
import { ERROR_TAG, ITEM_TAG } from "./message.ts";
import { rawHalf } from "./raw_half.ts";
import type { SchemaInput, SyncSchema } from "./standard_schema.ts";

/** A tag whose body is one JSON value. */
export interface JsonDefinition {
  /** What it is called: the member of the frame that holds the value, and for tag 0 the frame's `type`. */
  readonly name: string;
  /** What the value has to be. {@link anyJson} takes any. */
  readonly schema: SyncSchema;
  /**
   * The code of the `FrameError` for a body that is not that.
   * @default "body"
   */
  readonly code?: "body" | "chunk" | "error" | undefined;
}

/** A tag whose body is left as bytes, in the member `body` of the frame. */
export interface RawDefinition {
  /** What it is called: for tag 0 the frame's `type`. */
  readonly name: string;
  readonly raw: true;
}

/** What one tag of a family holds. */
export type HalfDefinition = JsonDefinition | RawDefinition;

/** The frame of one tag. */
export type DefinedFrame<D extends HalfDefinition, Type extends string> = D extends {
  readonly schema: infer S extends SyncSchema;
}
  ? { readonly type: Type } & { readonly [K in D["name"]]: SchemaInput<S> }
  : { readonly type: Type; readonly body: Uint8Array };

/**
 * Defines the family of an exchange: what its tag 0 and its tag 1 hold. Frames are `{ type, [name]: value }`, or
 * `{ type, body }` for bytes. The `type` is the name for tag 0 and always `"error"` for tag 1, so that a guard knows
 * the error frame of any family; `name` of tag 1 is where its value is.
 *
 * @throws {TypeError} for names that cannot be told apart.
 *
 * @example A family of one's own
 * ```ts
 * import { anyJson, decodeFrame, defineFamily } from "channel-frames";
 * import * as v from "valibot";
 *
 * const logFrames = defineFamily({
 *   item: { name: "line", schema: v.looseObject({ text: v.string() }) },
 *   error: { name: "problem", schema: anyJson },
 * });
 * const frame = decodeFrame(logFrames, new TextEncoder().encode('\0{"text":"ready"}'));
 * console.assert(frame.type === "line" && frame.line.text === "ready");
 * ```
 */
// @__NO_SIDE_EFFECTS__
export function defineFamily<const I extends HalfDefinition, const E extends HalfDefinition>(definition: {
  readonly item: I;
  readonly error: E;
}): FrameFamily<DefinedFrame<I, I["name"]> | DefinedFrame<E, "error">> {
  const { item, error } = definition;
  if (item.name === "error")
    throw new TypeError('The item must not be named "error": that is the type of error frames');
  for (const { name } of [item, error]) {
    if (typeof name !== "string" || ["", "type", "__proto__"].includes(name)) {
      throw new TypeError(`A frame cannot have the name ${JSON.stringify(name)}`);
    }
  }
  return buildFamily(toHalf(ITEM_TAG, item.name, item), toHalf(ERROR_TAG, "error", error));
}

function toHalf(tag: number, type: string, definition: HalfDefinition): Half {
  if ("raw" in definition) return rawHalf(tag, type);
  const { name, schema, code = "body" } = definition;
  if (typeof schema?.["~standard"]?.validate !== "function") {
    throw new TypeError(`The schema of ${JSON.stringify(name)} does not follow Standard Schema`);
  }
  return jsonHalf({ tag, type, key: name, code, schema });
}
