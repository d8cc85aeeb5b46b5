import type { IntegerMode } from "../frame/json_value.ts";
import type { DecoderOptions } from "../streams/decoder.ts";
import { FrameDecoderStream } from "../streams/frame_decoder_stream.ts";
import { runLoopFamily } from "./run_loop_frames.ts";
import type { RunLoopFrameOf, RunLoopOptions } from "./run_loop_options.ts";

/** The integer mode among the options `O`. */
export type IntegersOf<O> = O extends { readonly integers: infer M extends IntegerMode } ? M : "number";

/** Options of a {@link RunLoopDecoderStream}. */
export interface RunLoopDecoderOptions extends DecoderOptions, RunLoopOptions {}

/** A `FrameDecoderStream` of run-loop channels. */
export class RunLoopDecoderStream<
  const O extends RunLoopDecoderOptions = RunLoopDecoderOptions,
> extends FrameDecoderStream<RunLoopFrameOf<O>, RunLoopFrameOf<O, number | bigint>, IntegersOf<O>> {
  /** @throws {TypeError} for an option that has no sense. */
  constructor(options?: O) {
    super(runLoopFamily<O>(options), options as DecoderOptions<IntegersOf<O>> | undefined);
  }
}
