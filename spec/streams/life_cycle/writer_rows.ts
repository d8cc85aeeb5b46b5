import { fateOf, watch } from "../../support/fate.ts";
import { turn } from "../../support/pause.ts";
import { pushSource } from "../../support/push_source.ts";
import { readAll } from "../../support/read_all.ts";
import { open, type StageSubject } from "../../support/subjects.ts";
import { ENOUGH, endingOf, type Row, X } from "./row.ts";

/** What becomes of a write and a close that wait when the reader leaves, and of a pipe that is aborted. */
export const writerRows: readonly Row<StageSubject>[] = [
  {
    title: "the readable is cancelled with a write pending",
    async run(subject) {
      const { readable, writable, ending } = subject.create();
      const writer = writable.getWriter();
      const write = watch(writer.write(subject.items[0].in));
      await turn();
      const cancel = await fateOf(readable.cancel(ENOUGH));
      const next = await fateOf(writer.write(subject.items[1].in));
      const told = { cancel, write: write(), next, closed: await fateOf(writer.closed) };
      return { values: [], end: "not read", cancels: [], told, ending: await ending };
    },
    expected: (subject) => ({
      values: [],
      end: "not read",
      cancels: [],
      told: {
        cancel: "fulfilled",
        write: "fulfilled",
        next: { rejected: ENOUGH },
        closed: { rejected: ENOUGH },
      },
      ending: endingOf(subject, { kind: "cancelled", frames: 0, reason: ENOUGH }),
    }),
  },
  {
    title: "the readable is cancelled with a write and a close pending",
    async run(subject) {
      const { readable, writable, ending } = subject.create();
      const writer = writable.getWriter();
      const write = watch(writer.write(subject.items[0].in));
      const close = watch(writer.close());
      await turn();
      const cancel = await fateOf(readable.cancel(ENOUGH));
      const told = { cancel, write: write(), close: close() };
      return { values: [], end: "not read", cancels: [], told, ending: await ending };
    },
    expected: (subject) => ({
      values: [],
      end: "not read",
      cancels: [],
      told: { cancel: "fulfilled", write: "fulfilled", close: { rejected: ENOUGH } },
      ending: endingOf(subject, { kind: "cancelled", frames: 0, reason: ENOUGH }),
    }),
  },
  {
    title: "the pipe in front of it is aborted by its own signal while a read waits",
    async run(subject) {
      const source = pushSource<unknown>();
      const abort = new AbortController();
      const { readable, ending } = open(subject, source.stream, undefined, { signal: abort.signal });
      const reading = readAll(readable);
      source.push(subject.items[0].in);
      await turn();
      abort.abort(X);
      return { ...(await reading), cancels: source.cancels, ending: await ending };
    },
    expected: (subject) => ({
      values: [subject.items[0].out],
      end: { rejected: X },
      cancels: [X],
      ending: endingOf(subject, { kind: "cut", frames: 1, reason: X }),
    }),
  },
  {
    title: "the pipe in front of it is aborted by its own signal while an item waits for its reader",
    async run(subject) {
      const source = pushSource<unknown>();
      const abort = new AbortController();
      const { readable, ending } = open(subject, source.stream, undefined, { signal: abort.signal });
      source.push(subject.items[0].in);
      await turn();
      abort.abort(X);
      await turn();
      return { ...(await readAll(readable)), cancels: source.cancels, ending: await ending };
    },
    expected: (subject) => ({
      values: [subject.items[0].out],
      end: { rejected: X },
      cancels: [X],
      ending: endingOf(subject, { kind: "cut", frames: 1, reason: X }),
    }),
  },
];
