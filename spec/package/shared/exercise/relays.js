import { FrameEncoderStream, GuardedDecoderStream, MessageGuard, rawFrames } from "channel-frames";
import { check, same } from "./checks.js";
import { collect, streamOf } from "./streams.js";

/** A relay passes the very messages, and learns the ending. */
export async function relays() {
  const messages = [Uint8Array.of(0, 1, 2), Uint8Array.of(1, 3)];
  const guard = new MessageGuard();
  const passed = await collect(streamOf(messages).pipeThrough(guard));
  check(
    passed.values.every((value, at) => value === messages[at]),
    "a relay copies nothing",
  );
  same((await guard.ending).kind, "failed", "the ending of a relay");

  const raw = streamOf(messages).pipeThrough(new GuardedDecoderStream(rawFrames));
  const again = await collect(raw.pipeThrough(new FrameEncoderStream(rawFrames)));
  same(
    again.values.map((value) => [...value]),
    messages.map((value) => [...value]),
    "raw frames there and back",
  );
}
