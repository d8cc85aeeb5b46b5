import { fateOf, watch } from "../../fate.ts";
import { instanceOf } from "../../matcher.ts";
import { readAll } from "../../read_all.ts";
import type { StageSubject } from "../../subject.ts";
import { turn } from "../../turn.ts";
import { ENOUGH, endingOf, type Row, X } from "./row.ts";

/** The writable is aborted. */
export const abortRows: readonly Row<StageSubject>[] = [
  {
    title: "the writable is aborted before any read",
    async run(subject) {
      const { readable, writable, ending } = subject.create();
      const writer = writable.getWriter();
      const told = { abort: await fateOf(writer.abort(X)), closed: await fateOf(writer.closed) };
      return { ...(await readAll(readable)), cancels: [], told, ending: await ending };
    },
    expected: (subject) => ({
      values: [],
      end: { rejected: X },
      cancels: [],
      told: { abort: "fulfilled", closed: { rejected: X } },
      ending: endingOf(subject, { kind: "cut", frames: 0, reason: X }),
    }),
  },
  {
    title: "the writable is aborted while a read waits",
    async run(subject) {
      const { readable, writable, ending } = subject.create();
      const reading = readAll(readable);
      await turn();
      const told = { abort: await fateOf(writable.abort(X)) };
      return { ...(await reading), cancels: [], told, ending: await ending };
    },
    expected: (subject) => ({
      values: [],
      end: { rejected: X },
      cancels: [],
      told: { abort: "fulfilled" },
      ending: endingOf(subject, { kind: "cut", frames: 0, reason: X }),
    }),
  },
  {
    title: "the writable is aborted after a read",
    async run(subject) {
      const { readable, writable, ending } = subject.create();
      const reader = readable.getReader();
      const writer = writable.getWriter();
      const read = reader.read();
      const write = await fateOf(writer.write(subject.items[0].in));
      const { value } = await read;
      const told = { write, abort: await fateOf(writer.abort(X)) };
      reader.releaseLock();
      const { end } = await readAll(readable);
      return { values: [value], end, cancels: [], told, ending: await ending };
    },
    expected: (subject) => ({
      values: [subject.items[0].out],
      end: { rejected: X },
      cancels: [],
      told: { write: "fulfilled", abort: "fulfilled" },
      ending: endingOf(subject, { kind: "cut", frames: 1, reason: X }),
    }),
  },
  {
    title: "the writable is aborted with a write pending",
    async run(subject) {
      const { readable, writable, ending } = subject.create();
      const writer = writable.getWriter();
      const write = watch(writer.write(subject.items[0].in));
      await turn();
      const before = write();
      // That it settles although nobody reads yet is the point: the platform would wait for the write.
      const abort = await fateOf(writer.abort(X));
      const told = { before, abort, after: write() };
      return { ...(await readAll(readable, "late")), cancels: [], told, ending: await ending };
    },
    expected: (subject) => ({
      values: [subject.items[0].out],
      end: { rejected: X },
      cancels: [],
      told: { before: "pending", abort: "fulfilled", after: "fulfilled" },
      ending: endingOf(subject, { kind: "cut", frames: 1, reason: X }),
    }),
  },
  {
    title: "the writable is aborted in the very turn of a write",
    async run(subject) {
      const { readable, writable, ending } = subject.create();
      await turn();
      const writer = writable.getWriter();
      const write = watch(writer.write(subject.items[0].in));
      const abort = await fateOf(writer.abort(X));
      const told = { write: write(), abort };
      return { ...(await readAll(readable)), cancels: [], told, ending: await ending };
    },
    expected: (subject) => ({
      values: [subject.items[0].out],
      end: { rejected: X },
      cancels: [],
      told: { write: "fulfilled", abort: "fulfilled" },
      ending: endingOf(subject, { kind: "cut", frames: 1, reason: X }),
    }),
  },
  {
    title: "the writable is aborted in the very turn in which it was made and written to",
    async run(subject) {
      const { readable, writable, ending } = subject.create();
      const writer = writable.getWriter();
      const write = watch(writer.write(subject.items[0].in));
      const abort = await fateOf(writer.abort(X));
      const told = { write: write(), abort };
      return { ...(await readAll(readable)), cancels: [], told, ending: await ending };
    },
    expected: (subject) => ({
      // The platform has not begun the write yet: it gives it up, and tells its writer so.
      values: [],
      end: { rejected: X },
      cancels: [],
      told: { write: { rejected: X }, abort: "fulfilled" },
      ending: endingOf(subject, { kind: "cut", frames: 0, reason: X }),
    }),
  },
  {
    title: "the writable is aborted with a write pending and another queued behind it",
    async run(subject) {
      const { readable, writable, ending } = subject.create();
      const writer = writable.getWriter();
      const first = watch(writer.write(subject.items[0].in));
      const second = watch(writer.write(subject.items[1].in));
      await turn();
      const abort = await fateOf(writer.abort(X));
      const told = { first: first(), second: second(), abort };
      return { ...(await readAll(readable)), cancels: [], told, ending: await ending };
    },
    expected: (subject) => ({
      values: [subject.items[0].out],
      end: { rejected: X },
      cancels: [],
      // What is queued in front of a stage has not arrived there: the platform gives it up, and tells its writer so.
      told: { first: "fulfilled", second: { rejected: X }, abort: "fulfilled" },
      ending: endingOf(subject, { kind: "cut", frames: 1, reason: X }),
    }),
  },
  {
    title: "the writable is aborted with a write pending, and written to once more",
    async run(subject) {
      const { readable, writable, ending } = subject.create();
      const writer = writable.getWriter();
      const first = watch(writer.write(subject.items[0].in));
      await turn();
      const abort = watch(writer.abort(X));
      const late = watch(writer.write(subject.items[1].in));
      await turn();
      const told = { first: first(), late: late(), abort: abort() };
      return { ...(await readAll(readable)), cancels: [], told, ending: await ending };
    },
    expected: (subject) => ({
      // What comes after the break has not come.
      values: [subject.items[0].out],
      end: { rejected: X },
      cancels: [],
      told: { first: "fulfilled", late: { rejected: X }, abort: "fulfilled" },
      ending: endingOf(subject, { kind: "cut", frames: 1, reason: X }),
    }),
  },
  {
    title: "the writable is closed with a write pending, written to once more, and aborted",
    async run(subject) {
      const { readable, writable, ending } = subject.create();
      const writer = writable.getWriter();
      const first = watch(writer.write(subject.items[0].in));
      const close = watch(writer.close());
      const late = watch(writer.write(subject.items[1].in));
      await turn();
      const abort = await fateOf(writer.abort(X));
      const told = { first: first(), close: close(), late: late(), abort };
      return { ...(await readAll(readable)), cancels: [], told, ending: await ending };
    },
    expected: (subject) => ({
      // The second was refused, so its writer knows that it is not on its way.
      values: [subject.items[0].out],
      end: { rejected: X },
      cancels: [],
      told: {
        first: "fulfilled",
        close: { rejected: X },
        late: { rejected: instanceOf(TypeError) },
        abort: "fulfilled",
      },
      ending: endingOf(subject, { kind: "cut", frames: 1, reason: X }),
    }),
  },
  {
    title: "the writable is aborted, and nobody ever reads",
    async run(subject) {
      const { writable, ending } = subject.create();
      const told = { abort: await fateOf(writable.abort(X)) };
      return { values: [], end: "not read", cancels: [], told, ending: await ending };
    },
    expected: (subject) => ({
      values: [],
      end: "not read",
      cancels: [],
      told: { abort: "fulfilled" },
      ending: endingOf(subject, { kind: "cut", frames: 0, reason: X }),
    }),
  },
  {
    title: "the writable is aborted after the error frame",
    async run(subject) {
      const { readable, writable, ending } = subject.create();
      const writer = writable.getWriter();
      writer.write(subject.error.in).catch(() => {});
      await turn();
      const told = { abort: await fateOf(writer.abort(X)) };
      return { ...(await readAll(readable)), cancels: [], told, ending: await ending };
    },
    expected: (subject) => ({
      values: [subject.error.out],
      end: subject.guards ? "done" : { rejected: X },
      cancels: [],
      told: { abort: "fulfilled" },
      ending: endingOf(subject, { kind: "failed", frames: 0, error: subject.error.value }),
    }),
  },
  {
    title: "the writable is aborted after the reader has left",
    async run(subject) {
      const { readable, writable, ending } = subject.create();
      const told = { cancel: await fateOf(readable.cancel(ENOUGH)), abort: await fateOf(writable.abort(X)) };
      return { ...(await readAll(readable)), cancels: [], told, ending: await ending };
    },
    expected: (subject) => ({
      values: [],
      end: "done",
      cancels: [],
      told: { cancel: "fulfilled", abort: "fulfilled" },
      ending: endingOf(subject, { kind: "cancelled", frames: 0, reason: ENOUGH }),
    }),
  },
  {
    title: "the writable is aborted and the readable cancelled in one turn, with the error frame in hand",
    async run(subject) {
      const { readable, writable, ending } = subject.create();
      const writer = writable.getWriter();
      const write = watch(writer.write(subject.error.in));
      await turn();
      const abort = watch(writer.abort(ENOUGH));
      const cancel = await fateOf(readable.cancel(ENOUGH));
      const told = { write: write(), abort: abort(), cancel };
      return { ...(await readAll(readable)), cancels: [], told, ending: await ending };
    },
    expected: (subject) => ({
      values: [],
      end: "done",
      cancels: [],
      told: { write: "fulfilled", abort: "fulfilled", cancel: "fulfilled" },
      ending: endingOf(subject, { kind: "cancelled", frames: 0, reason: ENOUGH }),
    }),
  },
];
