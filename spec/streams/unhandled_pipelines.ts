// Runs in a process of its own: pipelines that fail while nobody looks. Nothing here awaits or catches what is not its
// business, so whatever the library leaves unhandled ends the process.
import {
  CoalescedChunksStream,
  NotificationGuardedDecoderStream,
  notificationFrames,
  readFrames,
} from "channel-frames";
import { A, B, BAD, E } from "../support/messages.ts";
import { turn } from "../support/pause.ts";
import { pullSource } from "../support/pull_source.ts";
import { pushSource } from "../support/push_source.ts";
import { open, stages, subjects } from "../support/subjects.ts";

process.on("unhandledRejection", (reason) => {
  console.error("unhandled:", reason);
  process.exit(1);
});

const reasons = [undefined, null, "x", new Error("broken")];
let pipelines = 0;

async function begun(): Promise<void> {
  pipelines++;
  await turn();
}

for (const subject of subjects) {
  const [first] = subject.items;
  for (const reason of reasons) {
    // The source breaks.
    const breaking = pushSource<unknown>();
    open(subject, breaking.stream);
    breaking.error(reason);
    await begun();

    // The same with an item that waits for a reader.
    const later = pushSource<unknown>();
    open(subject, later.stream);
    later.push(first.in);
    await turn();
    later.error(reason);
    await begun();

    // A signal, early and late, over a source that fails even to be cancelled.
    const stubborn = (): ReadableStream =>
      new ReadableStream({
        cancel() {
          throw reason;
        },
      });
    open(subject, stubborn(), { signal: AbortSignal.abort(reason) });
    const abort = new AbortController();
    open(subject, stubborn(), { signal: abort.signal });
    await turn();
    abort.abort(reason);
    await begun();

    // The signal of a pipe, on either side.
    const pipe = new AbortController();
    open(subject, pushSource().stream, undefined, { signal: pipe.signal });
    await turn();
    pipe.abort(reason);
    await begun();

    // The reader leaves, and that is all it does.
    open(subject, pushSource().stream).readable.cancel(reason);
    await begun();

    // A read whose rejection is caught, and nothing else.
    const read = pushSource<unknown>();
    const reader = open(subject, read.stream).readable.getReader();
    const rejected = reader.read().catch(() => "rejected");
    read.error(reason);
    if ((await rejected) !== "rejected") throw new Error(`${subject.name}: the read did not reject`);
    await begun();
  }

  // What came is at fault.
  open(subject, pullSource([subject.bad.in]).stream);
  await begun();
  open(subject, pullSource([first.in, subject.error.in, first.in]).stream);
  await begun();
  open(subject, pullSource([]).stream);
  await begun();

  // A read that is given up.
  const source = pushSource<unknown>();
  const { readable } = open(subject, source.stream);
  const reader = readable.getReader();
  reader.read().catch(() => {});
  reader.releaseLock();
  source.push(first.in, subject.bad.in);
  await begun();
}

for (const { create, bad, items } of stages) {
  const [first] = items;
  // A writer that looks after its own promises, as it must, and a readable that nobody looks at.
  const { writable } = create();
  const writer = writable.getWriter();
  writer.write(bad.in).catch(() => {});
  await begun();
  const aborted = create();
  const other = aborted.writable.getWriter();
  other.write(first.in).catch(() => {});
  other.abort("enough").catch(() => {});
  await begun();
}

// Iterations that end early or badly.
for (const chunks of [[A, BAD], [A, E, B], [], ["ping", A]]) {
  const iterator = readFrames(pullSource(chunks).stream, notificationFrames)[Symbol.asyncIterator]();
  await iterator.next().catch(() => {});
  await iterator.return?.();
  await begun();
  const hasty = readFrames(pullSource(chunks).stream, notificationFrames).values();
  for (let time = 0; time < 4; time++) hasty.next().catch(() => {});
  await begun();
}

// Two stages, and a callback that throws.
const onMalformed = (): never => {
  throw undefined;
};
pullSource([BAD]).stream.pipeThrough(new NotificationGuardedDecoderStream({ onMalformed }));
readFrames(pullSource([BAD]).stream, notificationFrames, { onMalformed });
pullSource([{ type: "chunk", chunk: null } as never]).stream.pipeThrough(new CoalescedChunksStream());
await begun();

if (process.argv.includes("--fail")) Promise.reject(new Error("on purpose"));
await turn();
console.log(`${pipelines} pipelines`);
