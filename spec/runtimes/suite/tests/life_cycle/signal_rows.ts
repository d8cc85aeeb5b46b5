import { pullSource } from "../../pull_source.ts";
import { pushSource } from "../../push_source.ts";
import { readAll } from "../../read_all.ts";
import type { Subject } from "../../subject.ts";
import { turn } from "../../turn.ts";
import { endingOf, type Row, X } from "./row.ts";

const abandoned = (subject: Subject, frames: 0 | 1): ReturnType<Row<Subject>["expected"]> => ({
  values: subject.items.slice(0, frames).map((item) => item.out),
  end: { rejected: X },
  cancels: [X],
  ending: endingOf(subject, { kind: "cancelled", frames, reason: X }),
});

/** The option `signal`, at every moment. */
export const signalRows: readonly Row<Subject>[] = [
  {
    title: "its signal is aborted already when it is made",
    async run(subject) {
      const source = pullSource([subject.items[0].in], "wait");
      const { readable, ending } = subject.open(source.stream, { signal: AbortSignal.abort(X) });
      const reading = await readAll(readable);
      await turn();
      return { ...reading, cancels: source.cancels, ending: await ending };
    },
    expected: (subject) => abandoned(subject, 0),
  },
  {
    title: "its signal is aborted while everything is idle and nobody reads",
    async run(subject) {
      const source = pushSource();
      const abort = new AbortController();
      const { readable, ending } = subject.open(source.stream, { signal: abort.signal });
      await turn();
      abort.abort(X);
      const ended = await ending;
      await turn();
      return { ...(await readAll(readable)), cancels: source.cancels, ending: ended };
    },
    expected: (subject) => abandoned(subject, 0),
  },
  {
    title: "its signal is aborted while a read waits",
    async run(subject) {
      const source = pushSource();
      const abort = new AbortController();
      const { readable, ending } = subject.open(source.stream, { signal: abort.signal });
      const reading = readAll(readable);
      source.push(subject.items[0].in);
      await turn();
      abort.abort(X);
      const read = await reading;
      await turn();
      return { ...read, cancels: source.cancels, ending: await ending };
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
      const { readable, ending } = subject.open(source.stream, { signal: abort.signal });
      const reader = readable.getReader();
      const { value } = await reader.read();
      await turn();
      reader.releaseLock();
      abort.abort(X);
      const { values, end } = await readAll(readable);
      await turn();
      return { values: [value, ...values], end, cancels: source.cancels, ending: await ending };
    },
    expected: (subject) => abandoned(subject, 1),
  },
  {
    title: "its signal is aborted after the end",
    async run(subject) {
      const source = pullSource([subject.items[0].in]);
      const abort = new AbortController();
      const { readable, ending } = subject.open(source.stream, { signal: abort.signal });
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
      const source = pushSource();
      const abort = new AbortController();
      const { readable, ending } = subject.open(source.stream, { signal: abort.signal });
      await readable.cancel(X);
      abort.abort("late");
      await turn();
      return { ...(await readAll(readable)), cancels: source.cancels, ending: await ending };
    },
    expected: (subject) => ({ ...abandoned(subject, 0), end: "done" }),
  },
];
