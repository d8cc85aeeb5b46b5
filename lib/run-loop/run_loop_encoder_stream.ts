import { type EncoderOptions, FrameEncoderStream } from "../streams/frame_encoder_stream.ts";
import { runLoopFamily } from "./run_loop_frames.ts";
import type { RunLoopFrameOf, RunLoopOptions } from "./run_loop_options.ts";

/** Options of a {@link RunLoopEncoderStream}. */
export interface RunLoopEncoderOptions extends EncoderOptions, RunLoopOptions {}

/** A `FrameEncoderStream` of run-loop channels. */
export class RunLoopEncoderStream<
  const O extends RunLoopEncoderOptions = RunLoopEncoderOptions,
> extends FrameEncoderStream<RunLoopFrameOf<O>, RunLoopFrameOf<O, number | bigint>> {
  /** @throws {TypeError} for an option that has no sense. */
  constructor(options?: O) {
    super(runLoopFamily<O>(options), options);
  }
}
