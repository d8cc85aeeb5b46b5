import { fateOf } from "../../fate.ts";
import { needsPipeSignal } from "../../platform.ts";
import { pushSource } from "../../push_source.ts";
import { readAll } from "../../read_all.ts";
import type { Subject } from "../../subject.ts";
import { turn } from "../../turn.ts";
import { ENOUGH, endingOf, type Row, X } from "./row.ts";

/** The reader gives the readable up to another: a second reader, or a pipe. */
export const handoverRows: readonly Row<Subject>[] = [
  {
    title: "a reader is released with a read pending, and a new one reads on",
    async run(subject) {
      const source = pushSource();
      const { readable, ending } = subject.open(source.stream);
      const impatient = readable.getReader();
      const given = impatient.read();
      await turn();
      impatient.releaseLock();
      const told = { read: await fateOf(given.catch(() => {})) };
      source.push(...subject.items.map((item) => item.in));
      await turn();
      source.close();
      return { ...(await readAll(readable)), cancels: source.cancels, told, ending: await ending };
    },
    expected: (subject) => ({
      values: subject.items.map((item) => item.out),
      end: "done",
      cancels: [],
      told: { read: "fulfilled" },
      ending: endingOf(subject, { kind: "finished", frames: 3 }),
    }),
  },
  {
    title: "a reader is released with a read pending, an item comes and the source breaks before a new one reads",
    async run(subject) {
      const source = pushSource();
      const { readable, ending } = subject.open(source.stream);
      const impatient = readable.getReader();
      const given = impatient.read().catch(() => {});
      await turn();
      impatient.releaseLock();
      await given;
      source.push(subject.items[0].in);
      await turn();
      source.error(X);
      await turn();
      return { ...(await readAll(readable)), cancels: source.cancels, ending: await ending };
    },
    expected: (subject) => ({
      values: [subject.items[0].out],
      end: { rejected: X },
      cancels: [],
      ending: endingOf(subject, { kind: "cut", frames: 1, reason: X }),
    }),
  },
  {
    title: "a reader is released with a read pending, an item comes and the readable is cancelled",
    async run(subject) {
      const source = pushSource();
      const { readable, ending } = subject.open(source.stream);
      const impatient = readable.getReader();
      const given = impatient.read().catch(() => {});
      await turn();
      impatient.releaseLock();
      await given;
      source.push(subject.items[0].in);
      await turn();
      await readable.cancel(ENOUGH);
      return { values: [], end: "not read", cancels: source.cancels, ending: await ending };
    },
    expected: (subject) => ({
      values: [],
      end: "not read",
      cancels: [ENOUGH],
      // Nobody was handed anything.
      ending: endingOf(subject, { kind: "cancelled", frames: 0, reason: ENOUGH }),
    }),
  },
  {
    title: "the pipe behind it fails to write",
    async run(subject) {
      const source = pushSource();
      const { readable, ending } = subject.open(source.stream);
      const values: unknown[] = [];
      const sink = new WritableStream({
        write(value) {
          values.push(value);
          throw ENOUGH;
        },
      });
      const piped = readable.pipeTo(sink);
      source.push(subject.items[0].in);
      const told = { pipe: await fateOf(piped) };
      return { values, end: "not read", cancels: source.cancels, told, ending: await ending };
    },
    expected: (subject) => ({
      values: [subject.items[0].out],
      end: "not read",
      cancels: [ENOUGH],
      told: { pipe: { rejected: ENOUGH } },
      ending: endingOf(subject, { kind: "cancelled", frames: 1, reason: ENOUGH }),
    }),
  },
  {
    title: "the pipe behind it is aborted by its own signal",
    needs: needsPipeSignal,
    async run(subject) {
      const source = pushSource();
      const { readable, ending } = subject.open(source.stream);
      const values: unknown[] = [];
      const abort = new AbortController();
      const sink = new WritableStream({ write: (value) => void values.push(value) });
      const piped = readable.pipeTo(sink, { signal: abort.signal });
      source.push(subject.items[0].in);
      await turn();
      abort.abort(ENOUGH);
      const told = { pipe: await fateOf(piped) };
      return { values, end: "not read", cancels: source.cancels, told, ending: await ending };
    },
    expected: (subject) => ({
      values: [subject.items[0].out],
      end: "not read",
      cancels: [ENOUGH],
      told: { pipe: { rejected: ENOUGH } },
      ending: endingOf(subject, { kind: "cancelled", frames: 1, reason: ENOUGH }),
    }),
  },
];
