import { CutError, NotificationGuardedDecoderStream } from "channel-frames";
import { replay, TapeError, TapeRecorder } from "channel-frames/tape";
import { check, same } from "./checks.js";
import { collect, message, streamOf } from "./streams.js";

const item = message(0, { method: "notifications/tools/list_changed" });

/** A channel that was cut, recorded, and cut again when it is replayed. */
export async function tapes() {
  const recorder = new TapeRecorder({ family: "notifications", metadata: { host: "example.org" } });
  const cut = new CutError({ closeCode: 1006 });
  const passed = await collect(streamOf([item, item], cut).pipeThrough(recorder));
  same([passed.values.length, passed.broke === cut], [2, true], "what passes a recorder");
  const { values: pieces } = await collect(recorder.tape);
  const again = replay(streamOf(pieces));
  const decoder = new NotificationGuardedDecoderStream();
  const { values, broke } = await collect(again.pipeThrough(decoder));
  same(values.length, 2, "the frames of a tape");
  check(broke instanceof CutError && broke.closeCode === 1006, "a replay is cut as the original was");
  same((await decoder.ending).kind, "cut", "the ending of a replay");
  same((await again.header).metadata, { host: "example.org" }, "the header of a tape");
  const none = await collect(replay(streamOf([Uint8Array.of(1, 2, 3)])));
  check(none.broke instanceof TapeError && none.broke.code === "not-a-tape", "what is no tape");
}
