import * as v from "valibot";
import type { SyncSchema } from "../frame/standard_schema.ts";

// What is validated is handed on as it was parsed: schemas here only check, so `v.object` (which would drop unknown
// members) does, and copies least.

/** An object, and no array, which valibot's object schemas take for one. */
export const jsonObject: v.GenericSchema<object> = v.custom<object>(isObject, "Expected an object");

/** An object with these members, and any others. */
// @__NO_SIDE_EFFECTS__
export function object<const E extends v.ObjectEntries>(
  entries: E,
): v.SchemaWithPipe<readonly [v.GenericSchema<object>, v.ObjectSchema<E, undefined>]> {
  return v.pipe(jsonObject, v.object(entries));
}

/** `_meta`: an object of any content, null or absent. */
export const meta: v.GenericSchema<object | null | undefined> = v.nullish(jsonObject);

/** Text that may be null or absent. */
export const optionalText: v.GenericSchema<string | null | undefined> = v.nullish(v.string());

/** A 64-bit float. */
export const float: v.GenericSchema<number | bigint> = v.custom<number | bigint>(
  (value) => typeof value === "number" || typeof value === "bigint",
  "Expected a number",
);

/** A signed 32-bit integer. */
export const int32: v.GenericSchema<number | bigint> = integer(-(2 ** 31), 2 ** 31, "a signed 32-bit integer");

const wideInteger = integer(-(2 ** 63), 2 ** 63, "a signed 64-bit integer");

/** A signed 64-bit integer. */
export const int64: v.GenericSchema<number | bigint> = v.custom<number | bigint>(
  // The double -2^63 stands for integers below the limit, too, as 2^63 does for some above.
  (value) => v.is(wideInteger, value) && value !== -(2 ** 63),
  "Expected a signed 64-bit integer",
);

/** An unsigned 8-bit integer. */
export const uint8: v.GenericSchema<number | bigint> = integer(0, 2 ** 8, "a byte");

/** An unsigned 32-bit integer. */
export const uint32: v.GenericSchema<number | bigint> = integer(0, 2 ** 32, "an unsigned 32-bit integer");

/** An unsigned 64-bit integer. */
export const uint64: v.GenericSchema<number | bigint> = integer(0, 2 ** 64, "an unsigned 64-bit integer");

// A number is its value, however it was spelled; both bounds are exact doubles. A bigint compares exactly.
// @__NO_SIDE_EFFECTS__
function integer(from: number, below: number, what: string): v.GenericSchema<number | bigint> {
  return v.custom<number | bigint>(
    (value) =>
      (typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value))) &&
      value >= from &&
      value < below,
    `Expected ${what}`,
  );
}

/** Whether a value is a JSON object: no array, and not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Names the type that a schema checks for. The tests hold the two together. */
// @__NO_SIDE_EFFECTS__
export function checks<T>(schema: v.GenericSchema): SyncSchema<T> {
  return schema as v.GenericSchema<T>;
}
