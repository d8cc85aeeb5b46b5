import type { GuardedDecoderOptions } from "../streams/guarded_decoder.ts";
import { GuardedDecoderStream } from "../streams/guarded_decoder_stream.ts";
import type { IntegersOf } from "./run_loop_decoder_stream.ts";
import { runLoopFamily } from "./run_loop_frames.ts";
import type { RunLoopFrameOf, RunLoopOptions } from "./run_loop_options.ts";

/** Options of a {@link RunLoopGuardedDecoderStream}. */
export interface RunLoopGuardedDecoderOptions extends GuardedDecoderOptions, RunLoopOptions {}

/** A `GuardedDecoderStream` of run-loop channels. */
export class RunLoopGuardedDecoderStream<
  const O extends RunLoopGuardedDecoderOptions = RunLoopGuardedDecoderOptions,
> extends GuardedDecoderStream<RunLoopFrameOf<O>, RunLoopFrameOf<O, number | bigint>, IntegersOf<O>> {
  /** @throws {TypeError} for an option that has no sense. */
  constructor(options?: O) {
    super(runLoopFamily<O>(options), options as GuardedDecoderOptions<IntegersOf<O>> | undefined);
  }
}
