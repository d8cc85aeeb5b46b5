import {
  NotificationDecoderStream,
  NotificationGuardedDecoderStream,
  notificationFrames,
  readFrames,
  TerminalGuard,
} from "channel-frames";
import { equal, ok } from "../check.ts";
import { A, B, BAD, E } from "../messages.ts";
import { pause } from "../pause.ts";
import { needsQuietBreaks, needsQuietPipes } from "../platform.ts";
import { pullSource } from "../pull_source.ts";
import { pushSource } from "../push_source.ts";
import { rejections } from "../rejections.ts";
import { show } from "../show.ts";
import { stubborn } from "../stubborn.ts";
import { stages, subjects } from "../subject.ts";
import { type Test, test } from "../test.ts";
import { turn } from "../turn.ts";

const reasons = [undefined, null, "x", new Error("broken")];

/** Checks that nothing is reported which `run` leaves behind. */
async function quiet(run: () => Promise<void>): Promise<void> {
  const before = rejections.seen.length;
  await run();
  await turn();
  await pause(5);
  const left = rejections.seen.slice(before);
  ok(left.length === 0, `Left unhandled: ${show(left.map(({ reason }) => reason))}`);
}

/** Pipelines that fail while nobody looks: the runtime must have nothing to report. */
export const rejectionTests: readonly Test[] = [
  test("An unhandled rejection would be noticed", async () => {
    const before = rejections.seen.length;
    Promise.reject(new Error("on purpose"));
    for (let time = 0; time < 50 && rejections.seen.length === before; time++) await pause(5);
    equal(rejections.seen.splice(before).length, 1);
  }),
  ...subjects.flatMap((subject) => [
    test(`${subject.name} leaves no rejection unhandled when its source breaks and nobody reads`, () =>
      quiet(async () => {
        for (const reason of reasons) {
          const [breaking, later] = [pushSource(), pushSource()];
          subject.open(breaking.stream);
          breaking.error(reason);
          subject.open(later.stream);
          later.push(subject.items[0].in);
          await turn();
          later.error(reason);
        }
      })),
    test(`${subject.name} leaves no rejection unhandled when what comes is at fault and nobody reads`, () =>
      quiet(async () => {
        subject.open(pullSource([subject.bad.in]).stream);
        subject.open(pullSource([subject.items[0].in, subject.error.in, subject.items[1].in]).stream);
        subject.open(pullSource([]).stream);
      })),
    test(`${subject.name} leaves no rejection unhandled when its signal is aborted`, () =>
      quiet(async () => {
        for (const reason of reasons) {
          subject.open(pushSource().stream, { signal: AbortSignal.abort(reason) });
          const abort = new AbortController();
          subject.open(pushSource().stream, { signal: abort.signal });
          await turn();
          abort.abort(reason);
        }
      })),
    test(`${subject.name} leaves no rejection unhandled when its source fails to be cancelled`, async () => {
      if (!subject.reads) await needsQuietPipes();
      await quiet(async () => {
        for (const reason of reasons) {
          subject.open(stubborn(reason), { signal: AbortSignal.abort(reason) });
          const abort = new AbortController();
          subject.open(stubborn(reason), { signal: abort.signal });
          await turn();
          abort.abort(reason);
        }
      });
    }),
    test(`${subject.name} leaves no rejection unhandled when its reader leaves or gives a read up`, () =>
      quiet(async () => {
        for (const reason of reasons) {
          subject.open(pushSource().stream).readable.cancel(reason);
          const source = pushSource();
          const reader = subject.open(source.stream).readable.getReader();
          reader.read().catch(() => {});
          reader.releaseLock();
          source.push(subject.items[0].in, subject.bad.in);
          await turn();
        }
      })),
    test(`${subject.name} leaves no rejection unhandled but the read's own`, () =>
      quiet(async () => {
        for (const reason of reasons) {
          const source = pushSource();
          const reader = subject.open(source.stream).readable.getReader();
          const read = reader.read().catch(() => {});
          source.error(reason);
          await read;
        }
      })),
  ]),
  ...stages.map((subject) =>
    test(`${subject.name} leaves no rejection unhandled to a writer that handles its own`, () =>
      quiet(async () => {
        const broken = subject.create().writable.getWriter();
        broken.write(subject.bad.in).catch(() => {});
        const aborted = subject.create().writable.getWriter();
        aborted.write(subject.items[0].in).catch(() => {});
        aborted.abort("enough").catch(() => {});
      })),
  ),
  test("Iterators of readFrames leave no rejection unhandled", () =>
    quiet(async () => {
      for (const chunks of [[A, BAD], [A, E, B], [], ["ping", A]]) {
        const iterator = readFrames(pullSource(chunks).stream, notificationFrames)[Symbol.asyncIterator]();
        await iterator.next().catch(() => {});
        await iterator.return?.();
        const hasty = readFrames(pullSource(chunks).stream, notificationFrames).values();
        for (let time = 0; time < 4; time++) hasty.next().catch(() => {});
      }
    })),
  test("Two stages with one signal leave no rejection unhandled", async () => {
    await needsQuietBreaks();
    await quiet(async () => {
      const abort = new AbortController();
      const options = { signal: abort.signal };
      const frames = pullSource([A, B], "wait")
        .stream.pipeThrough(new NotificationDecoderStream(options))
        .pipeThrough(new TerminalGuard(options));
      await frames.getReader().read();
      await turn();
      abort.abort("enough");
    });
  }),
  test("An onMalformed that throws leaves no rejection unhandled", () =>
    quiet(async () => {
      const onMalformed = (): never => {
        throw undefined;
      };
      pullSource([BAD]).stream.pipeThrough(new NotificationGuardedDecoderStream({ onMalformed }));
      readFrames(pullSource([BAD]).stream, notificationFrames, { onMalformed });
    })),
];
