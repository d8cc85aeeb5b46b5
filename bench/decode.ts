/**
 * What it costs to read a channel typed, checked and guarded, against reading it bare: `npm run bench`. The base is the
 * loop one writes by hand without any check; every figure is a ratio to it, measured in turn in the same run.
 */
import {
  type AnyFrame,
  FrameDecoderStream,
  type FrameFamily,
  GuardedDecoderStream,
  MessageGuard,
  notificationFrames,
  readFrames,
  runLoopFrames,
  TerminalGuard,
} from "../lib/mod.ts";
import { interleave, print } from "./measure.ts";
import { chunks, largeMessages, notifications, source, type Workload } from "./workloads.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const parse = (message: Uint8Array): object => JSON.parse(utf8.decode(message.subarray(1)));

/** Reads a stream to its end. */
async function drain(stream: ReadableStream<unknown>): Promise<number> {
  const reader = stream.getReader();
  for (let came = 0; ; came++) if ((await reader.read()).done) return came;
}

async function run<F extends AnyFrame>(workload: Workload, family: FrameFamily<F>, count: number, repetitions: number) {
  const { name, messages } = workload;
  const open = (many: number): ReadableStream<Uint8Array> => source(messages, many);
  const ratios = await interleave(
    {
      "bare loop: TextDecoder, JSON.parse": async (many) => {
        const reader = open(many).getReader();
        for (let came = 0; ; came++) {
          const { done, value } = await reader.read();
          if (done) return came;
          parse(value);
        }
      },
      "native TransformStream, parses only": (many) =>
        drain(open(many).pipeThrough(new TransformStream({ transform: (message, to) => to.enqueue(parse(message)) }))),
      "readFrames, for await": async (many) => {
        let came = 0;
        for await (const _ of readFrames(open(many), family)) came++;
        return came;
      },
      GuardedDecoderStream: (many) => drain(open(many).pipeThrough(new GuardedDecoderStream(family))),
      "FrameDecoderStream, TerminalGuard": (many) =>
        drain(open(many).pipeThrough(new FrameDecoderStream(family)).pipeThrough(new TerminalGuard<F>())),
      "native identity TransformStream": (many) => drain(open(many).pipeThrough(new TransformStream())),
      "MessageGuard, reads the tag only": (many) => drain(open(many).pipeThrough(new MessageGuard())),
    },
    { base: "bare loop: TextDecoder, JSON.parse", count, repetitions },
  );
  print(name, ratios);
}

const [, , ...flags] = process.argv;
const repetitions = flags.includes("--quick") ? 3 : 15;
console.log(`Node ${process.version}, ${repetitions} repetitions, ratios to the bare loop`);
await run(notifications(), notificationFrames, 5000, repetitions);
await run(chunks(), runLoopFrames, 5000, repetitions);
await run(largeMessages(), runLoopFrames, 100, repetitions);
