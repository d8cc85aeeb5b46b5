import { turn } from "../../support/pause.ts";
import { pullSource } from "../../support/pull_source.ts";
import { pushSource } from "../../support/push_source.ts";
import { readAll } from "../../support/read_all.ts";
import { open, type ReaderSubject, type StageSubject, type Subject } from "../../support/subjects.ts";
import { endingOf, type Observed, type Row, X } from "./row.ts";

type Any = StageSubject | ReaderSubject;

const abandoned = (subject: Subject, frames: 0 | 1): Observed => ({
  values: subject.items.slice(0, frames).map((item) => item.out),
  end: { rejected: X },
  cancels: [X],
  ending: endingOf(subject, { kind: "cancelled", frames, reason: X }),
});

/** The option `signal`, at every moment. */
export const signalRows: readonly Row<Any>[] = [
  {
    title: "its signal is aborted already when it is made",
    async run(subject) {
      const source = pullSource([subject.items[0].in], "wait");
      const { readable, ending } = open(subject, source.stream, { signal: AbortSignal.abort(X) });
      return { ...(await readAll(readable)), cancels: source.cancels, ending: await ending };
    },
    expected: (subject) => abandoned(subject, 0),
  },
  {
    title: "its signal is aborted while everything is idle and nobody reads",
    async run(subject) {
      const source = pushSource<unknown>();
      const abort = new AbortController();
      const { readable, ending } = open(subject, source.stream, { signal: abort.signal });
      await turn();
      abort.abort(X);
      const ended = await ending;
      return { ...(await readAll(readable)), cancels: source.cancels, ending: ended };
    },
    expected: (subject) => abandoned(subject, 0),
  },
  {
    title: "its signal is aborted while a read waits",
    async run(subject) {
      const source = pushSource<unknown>();
      const abort = new AbortController();
      const { readable, ending } = open(subject, source.stream, { signal: abort.signal });
      const reading = readAll(readable);
      source.push(subject.items[0].in);
      await turn();
      abort.abort(X);
      return { ...(await reading), cancels: source.cancels, ending: await ending };
    },
    expected: (subject) => abandoned(subject, 1),
  },
  {
    title: "its signal is aborted while items wait for their reader",
    async run(subject) {
      const source = pullSource(
        subject.items.map((item) => item.in),
        "wait",
      );
      const abort = new AbortController();
      const { readable, ending } = open(subject, source.stream, { signal: abort.signal });
      const reader = readable.getReader();
      const { value } = await reader.read();
      await turn();
      reader.releaseLock();
      abort.abort(X);
      const { values, end } = await readAll(readable);
      return { values: [value, ...values], end, cancels: source.cancels, ending: await ending };
    },
    expected: (subject) => abandoned(subject, 1),
  },
  {
    title: "its signal is aborted after the end",
    async run(subject) {
      const source = pullSource([subject.items[0].in]);
      const abort = new AbortController();
      const { readable, ending } = open(subject, source.stream, { signal: abort.signal });
      const reading = await readAll(readable);
      abort.abort(X);
      await turn();
      return { ...reading, cancels: source.cancels, ending: await ending };
    },
    expected: (subject) => ({
      values: [subject.items[0].out],
      end: "done",
      cancels: [],
      ending: endingOf(subject, { kind: "finished", frames: 1 }),
    }),
  },
  {
    title: "its signal is aborted after its reader has left",
    async run(subject) {
      const source = pushSource<unknown>();
      const abort = new AbortController();
      const { readable, ending } = open(subject, source.stream, { signal: abort.signal });
      await readable.cancel(X);
      abort.abort("late");
      await turn();
      return { ...(await readAll(readable)), cancels: source.cancels, ending: await ending };
    },
    expected: (subject) => ({ ...abandoned(subject, 0), end: "done" }),
  },
];
