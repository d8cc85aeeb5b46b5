import { fateOf } from "../../fate.ts";
import { needsIteration } from "../../platform.ts";
import { pullSource } from "../../pull_source.ts";
import { pushSource } from "../../push_source.ts";
import { readAll } from "../../read_all.ts";
import type { Subject } from "../../subject.ts";
import { turn } from "../../turn.ts";
import { ENOUGH, endingOf, type Row } from "./row.ts";

/** The reader leaves. */
export const readerRows: readonly Row<Subject>[] = [
  {
    title: "the readable is cancelled before any read, its source idle",
    async run(subject) {
      const source = pushSource();
      const { readable, ending } = subject.open(source.stream);
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
      const source = pushSource();
      const { readable, ending } = subject.open(source.stream);
      const reader = readable.getReader();
      const read = reader.read();
      await turn();
      const told = { cancel: await fateOf(reader.cancel(ENOUGH)), closed: await fateOf(reader.closed) };
      const { done, value } = await read;
      const values = done ? [] : [value];
      return { values, end: done ? "done" : "not read", cancels: source.cancels, told, ending: await ending };
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
      const source = pushSource();
      const { readable, ending } = subject.open(source.stream);
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
      const { readable, ending } = subject.open(source.stream);
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
      const { readable, ending } = subject.open(source.stream);
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
    title: "the readable is cancelled after the error frame and before the finish",
    async run(subject) {
      const source = pullSource([subject.items[0].in, subject.error.in], "wait");
      const { readable, ending } = subject.open(source.stream);
      const reader = readable.getReader();
      const values = [(await reader.read()).value, (await reader.read()).value];
      const told = { cancel: await fateOf(reader.cancel(ENOUGH)) };
      return { values, end: "not read", cancels: source.cancels, told, ending: await ending };
    },
    expected: (subject) => ({
      values: [subject.items[0].out, subject.error.out],
      end: "not read",
      cancels: [ENOUGH],
      told: { cancel: "fulfilled" },
      ending: endingOf(subject, { kind: "cancelled", frames: 1, reason: ENOUGH }),
    }),
  },
  {
    title: "the readable is cancelled after its end",
    async run(subject) {
      const source = pullSource([subject.items[0].in]);
      const { readable, ending } = subject.open(source.stream);
      const reader = readable.getReader();
      const { value } = await reader.read();
      const { done } = await reader.read();
      const told = { cancel: await fateOf(reader.cancel(ENOUGH)) };
      const end = done ? "done" : "not read";
      return { values: [value], end, cancels: source.cancels, told, ending: await ending };
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
    needs: (subject) => (subject.reads ? undefined : needsIteration()),
    async run(subject) {
      const source = pullSource(
        subject.items.map((item) => item.in),
        "wait",
      );
      const { readable, ending } = subject.open(source.stream);
      const values: unknown[] = [];
      for await (const value of readable) {
        values.push(value);
        break;
      }
      const told = { lock: readable.locked ? "pending" : "fulfilled" } as const;
      await turn();
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
    title: "for await is broken out of by a throw",
    needs: (subject) => (subject.reads ? undefined : needsIteration()),
    async run(subject) {
      const source = pullSource([subject.items[0].in], "wait");
      const { readable, ending } = subject.open(source.stream);
      const values: unknown[] = [];
      const loop = async (): Promise<void> => {
        for await (const value of readable) {
          values.push(value);
          throw ENOUGH;
        }
      };
      const told = { loop: await fateOf(loop()) };
      return { values, end: "not read", cancels: source.cancels, told, ending: await ending };
    },
    expected: (subject) => ({
      values: [subject.items[0].out],
      end: "not read",
      // An iterator is not told what was thrown.
      cancels: [undefined],
      told: { loop: { rejected: ENOUGH } },
      ending: endingOf(subject, { kind: "cancelled", frames: 1, reason: undefined }),
    }),
  },
];
