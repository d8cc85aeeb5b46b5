import type { JsonValue } from "../frame/json_value.ts";
import type { AgenticLoopChunk } from "./agentic_loop_chunk.ts";

/**
 * A frame of an agentic run-loop channel. The value of an error frame may be any JSON value: `null` and `false` are
 * errors like any other, so tell frames apart by `type`.
 *
 * @typeParam N the type of numbers: `number`, or `number | bigint` under `integers: "bigint"`
 * @typeParam C the chunks, if other options than the defaults make them others
 */
export type RunLoopFrame<N = number, C = AgenticLoopChunk<N>> =
  | { readonly type: "chunk"; readonly chunk: C }
  | { readonly type: "error"; readonly error: JsonValue<N> };
