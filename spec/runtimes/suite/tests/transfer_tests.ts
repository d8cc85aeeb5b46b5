import { equal, ok, thrown } from "../check.ts";
import { needsTransfer } from "../platform.ts";
import { pullSource } from "../pull_source.ts";
import { type Reading, readAll } from "../read_all.ts";
import { type Subject, stages, subjects, ways } from "../subject.ts";
import type { SuiteOptions } from "../suite_options.ts";
import { skip, type Test, test } from "../test.ts";
import { type SuiteWorker, startWebWorker } from "../worker.ts";

/** Reads a stream at the other end of a `MessageChannel`. */
async function readBeyond(stream: ReadableStream): Promise<Reading> {
  const { port1, port2 } = new MessageChannel();
  try {
    const received = new Promise<ReadableStream>((resolve) => {
      port2.onmessage = ({ data }) => resolve(data);
    });
    port1.postMessage(stream, [stream]);
    return await readAll(await received);
  } finally {
    port1.close();
    port2.close();
  }
}

function startWorker({ startWorker }: SuiteOptions): SuiteWorker {
  if (startWorker) return startWorker();
  if (typeof Worker !== "function") skip("there is no Worker here");
  return startWebWorker();
}

const everything = (subject: Subject): readonly unknown[] => [
  ...subject.items.map((item) => item.in),
  subject.error.in,
];

/** What a reader elsewhere gets: no view of a larger buffer, as the clone is of the view alone. */
const delivered = (subject: Subject): Reading => ({
  values: [...subject.items.map((item) => item.out), subject.error.out],
  end: "done",
});

const failedEnding = (subject: Subject): unknown =>
  subject.guards ? { kind: "failed", frames: 3, error: subject.error.value } : undefined;

/** Streams that are handed to another thread: a stage's readable may be, the stage may not. */
export const transferTests: readonly Test[] = [
  ...stages.map((subject) =>
    test(`Transfer of ${subject.name} itself throws, and it goes on working`, async () => {
      const stage = subject.create();
      // A cast, as it is no Transferable: that is what is tried here.
      const transfer = [stage as unknown as Transferable];
      ok(thrown(() => structuredClone(stage, { transfer })) !== undefined, "It was cloned with a transfer");
      ok(thrown(() => structuredClone(stage)) !== undefined, "It was cloned");
      if (typeof MessageChannel === "function") {
        const { port1, port2 } = new MessageChannel();
        ok(thrown(() => port1.postMessage(stage, transfer)) !== undefined, "It was transferred");
        ok(thrown(() => port1.postMessage(stage)) !== undefined, "It was posted");
        port1.close();
        port2.close();
      }
      const { readable, writable } = stage;
      const { values } = await readAll(pullSource([subject.items[0].in]).stream.pipeThrough({ readable, writable }));
      equal(values, [subject.items[0].out]);
    }),
  ),
  ...subjects.map((subject) =>
    test(`Transfer of the readable of ${subject.name} through a MessageChannel`, async () => {
      needsTransfer();
      const { readable, ending } = subject.open(pullSource(everything(subject)).stream);
      equal(await readBeyond(readable), delivered(subject));
      equal(await ending, failedEnding(subject));
    }),
  ),
  ...ways.map((subject) =>
    test(`Transfer of the readable of ${subject.name} to a worker`, async (options) => {
      needsTransfer();
      const worker = startWorker(options);
      try {
        const { readable, ending } = subject.open(pullSource(everything(subject)).stream);
        equal(await worker.read(readable), delivered(subject));
        equal(await ending, failedEnding(subject));
      } finally {
        worker.stop();
      }
    }),
  ),
  ...subjects.map((subject) =>
    test(`Transfer of a failure of ${subject.name} through a MessageChannel`, async () => {
      needsTransfer();
      const { readable, ending } = subject.open(pullSource([subject.items[0].in], { throws: "broken" }).stream);
      // How many frames the platform's own relay saves is its business.
      const { end } = await readBeyond(readable);
      equal(end, { rejected: "broken" });
      const cut = { kind: "cut", frames: 1, reason: "broken" };
      equal(await ending, subject.guards ? cut : undefined);
    }),
  ),
];
