import { fateOf, watch } from "../../fate.ts";
import { instanceOf } from "../../matcher.ts";
import { needsPipeSignal } from "../../platform.ts";
import { pushSource } from "../../push_source.ts";
import { readAll } from "../../read_all.ts";
import type { StageSubject } from "../../subject.ts";
import { turn } from "../../turn.ts";
import { ENOUGH, endingOf, type Row, X } from "./row.ts";

/** What a writer, or the pipe in front, is told when the other side leaves or breaks. */
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
      told: { cancel: "fulfilled", write: "fulfilled", next: { rejected: ENOUGH }, closed: { rejected: ENOUGH } },
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
      await turn();
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
    title: "what cannot be taken is written while nobody reads, and read late",
    async run(subject) {
      const { readable, writable, ending } = subject.create();
      const writer = writable.getWriter();
      const write = watch(writer.write(subject.bad.in));
      await turn();
      const before = write();
      const reading = await readAll(readable);
      await turn();
      const told = { before, write: write(), closed: await fateOf(writer.closed) };
      return { ...reading, cancels: [], told, ending: await ending };
    },
    expected(subject) {
      const rejected = instanceOf(subject.bad.breaks);
      return {
        values: [],
        end: { rejected },
        cancels: [],
        // Nothing is looked at before somebody wants it.
        told: { before: "pending", write: { rejected }, closed: { rejected } },
        ending: endingOf(subject, { kind: "cut", frames: 0, reason: rejected }),
      };
    },
  },
  {
    title: "the pipe in front of it is aborted by its own signal while a read waits",
    needs: needsPipeSignal,
    async run(subject) {
      const source = pushSource();
      const abort = new AbortController();
      const { readable, ending } = subject.open(source.stream, undefined, { signal: abort.signal });
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
    needs: needsPipeSignal,
    async run(subject) {
      const source = pushSource();
      const abort = new AbortController();
      const { readable, ending } = subject.open(source.stream, undefined, { signal: abort.signal });
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
