import type { AgenticLoopChunk, UnknownChunk, WholeToolCall } from "./agentic_loop_chunk.ts";
import type { RunLoopFrame } from "./run_loop_frame.ts";

/** Which chunks are taken for chunks. */
export interface RunLoopOptions {
  /**
   * What `arguments` of a tool call may be: a fragment of JSON text, as the reference has it; an object, as in the
   * revision's earlier draft; or either.
   * @default "text"
   */
  readonly toolCallArguments?: "text" | "object" | "either" | undefined;
  /**
   * What becomes of a chunk whose `type` the protocol does not define: refused, as by the reference, or passed as it is.
   * A chunk of a known type that does not fit it is refused in any case.
   * @default "refuse"
   */
  readonly unknownChunks?: "refuse" | "pass" | undefined;
}

type KnownChunkOf<O extends RunLoopOptions, N> = O extends { readonly toolCallArguments: "object" }
  ? Exclude<AgenticLoopChunk<N>, { readonly type: "assistant_tool_call" }> | WholeToolCall<N>
  : O extends { readonly toolCallArguments: "either" }
    ? AgenticLoopChunk<N> | WholeToolCall<N>
    : AgenticLoopChunk<N>;

/** The chunks under the options `O`. */
export type ChunkOf<O extends RunLoopOptions, N = number> = O extends { readonly unknownChunks: "pass" }
  ? KnownChunkOf<O, N> | UnknownChunk<N>
  : KnownChunkOf<O, N>;

/** The frames under the options `O`. */
export type RunLoopFrameOf<O extends RunLoopOptions, N = number> = RunLoopFrame<N, ChunkOf<O, N>>;
