/** How integers beyond ±2^53 arrive: `"number"`, the nearest double; `"bigint"`, exactly, as a `bigint`. */
export type IntegerMode = "number" | "bigint";

/** The type of a number of a message under an {@link IntegerMode}. */
export type NumberOf<M extends IntegerMode> = M extends "bigint" ? number | bigint : number;

/** Any JSON value. `N` is `number`, or `number | bigint` under `integers: "bigint"`. */
export type JsonValue<N = number> = null | boolean | N | string | JsonArray<N> | JsonObject<N>;

/** A JSON array. */
export type JsonArray<N = number> = readonly JsonValue<N>[];

/** A JSON object. A member that is `undefined` is written as if it were absent, and never read. */
export interface JsonObject<N = number> {
  readonly [key: string]: JsonValue<N> | undefined;
}
