import { fateOf } from "../../support/fate.ts";
import { turn } from "../../support/pause.ts";
import { pullSource } from "../../support/pull_source.ts";
import { pushSource } from "../../support/push_source.ts";
import { readAll } from "../../support/read_all.ts";
import { open, type ReaderSubject, type StageSubject } from "../../support/subjects.ts";
import { ENOUGH, endingOf, type Row, X } from "./row.ts";

type Any = StageSubject | ReaderSubject;

/** What the reader does: it leaves, or another takes its place. */
export const readerRows: readonly Row<Any>[] = [
  {
    title: "the readable is cancelled before any read, its source idle",
    async run(subject) {
      const source = pushSource<unknown>();
      const { readable, ending } = open(subject, source.stream);
      const told = { cancel: await fateOf(readable.cancel(ENOUGH)) };
      return { ...(await readAll(readable)), cancels: source.cancels, told, ending: await ending };
    },
    expected: (subject) => ({
      values: [],
      end: "done",
      cancels: [ENOUGH],
      told: { cancel: "fulfilled" },
      ending: endingOf(subject, { kind: "cancelled", frames: 0, reason: ENOUGH }),
    }),
  },
  {
    title: "the readable is cancelled while a read waits",
    async run(subject) {
      const source = pushSource<unknown>();
      const { readable, ending } = open(subject, source.stream);
      const reader = readable.getReader();
      const read = reader.read();
      await turn();
      const told = { cancel: await fateOf(reader.cancel(ENOUGH)), closed: await fateOf(reader.closed) };
      const { done, value } = await read;
      return {
        values: done ? [] : [value],
        end: done ? "done" : "not read",
        cancels: source.cancels,
        told,
        ending: await ending,
      };
    },
    expected: (subject) => ({
      values: [],
      end: "done",
      cancels: [ENOUGH],
      told: { cancel: "fulfilled", closed: "fulfilled" },
      ending: endingOf(subject, { kind: "cancelled", frames: 0, reason: ENOUGH }),
    }),
  },
  {
    title: "the readable is cancelled after a read",
    async run(subject) {
      const source = pushSource<unknown>();
      const { readable, ending } = open(subject, source.stream);
      const reader = readable.getReader();
      source.push(subject.items[0].in);
      const { value } = await reader.read();
      const told = { cancel: await fateOf(reader.cancel(ENOUGH)) };
      return { values: [value], end: "not read", cancels: source.cancels, told, ending: await ending };
    },
    expected: (subject) => ({
      values: [subject.items[0].out],
      end: "not read",
      cancels: [ENOUGH],
      told: { cancel: "fulfilled" },
      ending: endingOf(subject, { kind: "cancelled", frames: 1, reason: ENOUGH }),
    }),
  },
  {
    title: "the readable is cancelled while items wait that it was not given",
    async run(subject) {
      const source = pullSource(
        subject.items.map((item) => item.in),
        "wait",
      );
      const { readable, ending } = open(subject, source.stream);
      const reader = readable.getReader();
      const { value } = await reader.read();
      await turn();
      const told = { cancel: await fateOf(reader.cancel(ENOUGH)) };
      return { values: [value], end: "not read", cancels: source.cancels, told, ending: await ending };
    },
    expected: (subject) => ({
      values: [subject.items[0].out],
      end: "not read",
      cancels: [ENOUGH],
      told: { cancel: "fulfilled" },
      // What waits in the stage has come by, but its reader has not got it.
      ending: endingOf(subject, { kind: "cancelled", frames: 1, reason: ENOUGH }),
    }),
  },
  {
    title: "the readable is cancelled while the error frame waits",
    async run(subject) {
      const source = pullSource([subject.error.in], "wait");
      const { readable, ending } = open(subject, source.stream);
      await turn();
      const told = { cancel: await fateOf(readable.cancel(ENOUGH)) };
      return { values: [], end: "not read", cancels: source.cancels, told, ending: await ending };
    },
    expected: (subject) => ({
      values: [],
      end: "not read",
      cancels: [ENOUGH],
      told: { cancel: "fulfilled" },
      ending: endingOf(subject, { kind: "cancelled", frames: 0, reason: ENOUGH }),
    }),
  },
  {
    title: "the readable is cancelled after its end",
    async run(subject) {
      const source = pullSource([subject.items[0].in]);
      const { readable, ending } = open(subject, source.stream);
      const reader = readable.getReader();
      const { value } = await reader.read();
      const { done } = await reader.read();
      const told = { cancel: await fateOf(reader.cancel(ENOUGH)) };
      return {
        values: [value],
        end: done ? "done" : "not read",
        cancels: source.cancels,
        told,
        ending: await ending,
      };
    },
    expected: (subject) => ({
      values: [subject.items[0].out],
      end: "done",
      cancels: [],
      told: { cancel: "fulfilled" },
      ending: endingOf(subject, { kind: "finished", frames: 1 }),
    }),
  },
  {
    title: "for await is broken out of",
    iterates: true,
    async run(subject) {
      const source = pullSource(
        subject.items.map((item) => item.in),
        "wait",
      );
      const { readable, ending } = open(subject, source.stream);
      const values: unknown[] = [];
      for await (const value of readable) {
        values.push(value);
        break;
      }
      const told = { lock: await fateOf(readable.locked ? new Promise(() => {}) : Promise.resolve()) };
      return { values, end: "not read", cancels: source.cancels, told, ending: await ending };
    },
    expected: (subject) => ({
      values: [subject.items[0].out],
      end: "not read",
      cancels: [undefined],
      told: { lock: "fulfilled" },
      ending: endingOf(subject, { kind: "cancelled", frames: 1, reason: undefined }),
    }),
  },
  {
    title: "a reader is released with a read pending, and a new one reads on",
    async run(subject) {
      const source = pushSource<unknown>();
      const { readable, ending } = open(subject, source.stream);
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
      const source = pushSource<unknown>();
      const { readable, ending } = open(subject, source.stream);
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
      const source = pushSource<unknown>();
      const { readable, ending } = open(subject, source.stream);
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
    title: "the pipe behind it is aborted by its own signal",
    async run(subject) {
      const source = pushSource<unknown>();
      const { readable, ending } = open(subject, source.stream);
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
