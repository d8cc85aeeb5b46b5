import { NotificationGuardedDecoderStream } from "../../lib/mod.ts";
import { TapeRecorder, type TapeRecorderOptions } from "../../lib/tape/mod.ts";
import type { Goal } from "../connection/verdicts.ts";
import { type Case, interleave, type Measuring, print } from "../measure.ts";
import { notifications, source } from "../workloads.ts";
import { drain } from "./drain.ts";

const { messages } = notifications();
const decoded = (stream: ReadableStream<Uint8Array>): Promise<number> =>
  drain(stream.pipeThrough(new NotificationGuardedDecoderStream()));

/** The same without a socket, where little else costs anything: against the stage that does nothing. */
export async function measureInMemory(measuring: Measuring): Promise<readonly Goal[]> {
  const base = "not recorded";
  const cases: Readonly<Record<string, Case>> = {
    [base]: (many) => decoded(source(messages, many)),
    "native identity TransformStream instead": (many) =>
      decoded(source(messages, many).pipeThrough(new TransformStream())),
    'recorded, "drop-tape"': recorded({}),
    'recorded, "wait"': recorded({ whenSlow: "wait" }),
  };
  print("In memory, about 200 B", await interleave(cases, { ...measuring, base }));
  return [];
}

function recorded(options: TapeRecorderOptions): Case {
  return async (many) => {
    const recorder = new TapeRecorder(options);
    const reading = decoded(source(messages, many).pipeThrough(recorder));
    const [came] = await Promise.all([reading, recorder.tape.pipeTo(new WritableStream())]);
    return came;
  };
}
