import {
  ChannelError,
  CutError,
  decodeFrame,
  defineFamily,
  encodeFrame,
  FrameAfterErrorError,
  FrameDecoderStream,
  FrameEncodeError,
  FrameError,
  notificationFrames,
  readFrames,
  TerminalGuard,
  UnservedError,
} from "channel-frames";
import { check, same } from "./checks.js";
import { collect, message, streamOf } from "./streams.js";

const item = message(0, { method: "notifications/tools/list_changed" });
const text = {
  "~standard": {
    version: 1,
    vendor: "consumer",
    validate: (value) => (typeof value === "string" ? { value } : { issues: [{ message: "not text" }] }),
  },
};

/** Every way to end badly, each by its class. */
export async function failures() {
  for (const [messages, reason, kind, Expected] of [
    [[item], new CutError({ closeCode: 1006 }), "cut", CutError],
    [[], undefined, "unserved", UnservedError],
    [[message(1, { code: 1, message: "x" }), item], undefined, "violated", FrameAfterErrorError],
    [[item, message(2, null)], undefined, "cut", FrameError],
  ]) {
    const frames = readFrames(streamOf(messages, reason), notificationFrames);
    const { broke } = await collect(frames);
    check(broke instanceof Expected && broke instanceof ChannelError, `${kind} rejects with ${Expected.name}`);
    same((await frames.ending).kind, kind, "the ending");
  }
  const controller = new AbortController();
  const guard = new TerminalGuard({ signal: controller.signal });
  controller.abort("enough");
  same(await guard.ending, { kind: "cancelled", frames: 0, reason: "enough" }, "the ending after a signal");
  families();
}

/** A family of one's own, and what it refuses. */
function families() {
  const family = defineFamily({ item: { name: "line", schema: text }, error: { name: "bytes", raw: true } });
  same(
    decodeFrame(family, encodeFrame(family, { type: "line", line: "ready" })).line,
    "ready",
    "a family of one's own",
  );
  check(new FrameDecoderStream(family) instanceof TransformStream, "a stage is a TransformStream");
  try {
    encodeFrame(family, { type: "line", line: 1 });
    check(false, "a wrong frame is refused");
  } catch (error) {
    check(error instanceof FrameEncodeError && error.code === "shape", "a wrong frame is refused");
  }
}
