import { CoalescedChunksStream, RunLoopGuardedDecoderStream } from "channel-frames";
import { same } from "./checks.js";
import { collect, message, streamOf } from "./streams.js";

/** A run loop: fragments become whole chunks, and integers beyond 2^53 arrive exactly. */
export async function runLoops() {
  const decoder = new RunLoopGuardedDecoderStream();
  const whole = await collect(
    streamOf([
      message(0, { type: "assistant_text_content", text: "Hel" }),
      message(0, { type: "assistant_text_content", text: "lo" }),
      message(1, null),
    ])
      .pipeThrough(decoder)
      .pipeThrough(new CoalescedChunksStream()),
  );
  same(
    whole.values,
    [
      { type: "chunk", chunk: { type: "assistant_text_content", text: "Hello" } },
      { type: "error", error: null },
    ],
    "a coalesced run loop",
  );
  same(await decoder.ending, { kind: "failed", frames: 2, error: null }, "the ending of a failed run loop");

  const exact = new RunLoopGuardedDecoderStream({ integers: "bigint" });
  const wide = await collect(streamOf([new TextEncoder().encode("\u00019007199254740993")]).pipeThrough(exact));
  same(String(wide.values[0].error), "9007199254740993", "an integer beyond 2^53");
}
