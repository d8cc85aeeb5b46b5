import { FrameAfterErrorError, UnservedError } from "channel-frames";
import { instanceOf } from "../../matcher.ts";
import { pullSource, type SourceEnd } from "../../pull_source.ts";
import { pushSource } from "../../push_source.ts";
import { type Pace, readAll } from "../../read_all.ts";
import type { Subject } from "../../subject.ts";
import { turn } from "../../turn.ts";
import { endingOf, type Observed, type Row, X } from "./row.ts";

/** Reads a sequence to its end. */
async function play(subject: Subject, chunks: readonly unknown[], end: SourceEnd, pace?: Pace): Promise<Observed> {
  const source = pullSource(chunks, end);
  const { readable, ending } = subject.open(source.stream);
  const reading = await readAll(readable, pace);
  const endsAs = await ending;
  await turn();
  return { ...reading, cancels: source.cancels, ending: endsAs };
}

const unserved: Row<Subject>["expected"] = (subject) => ({
  values: [],
  end: subject.guards ? { rejected: instanceOf(UnservedError) } : "done",
  cancels: [],
  ending: endingOf(subject, { kind: "unserved", frames: 0 }),
});

/** What the source does: its messages, and its end. */
export const sourceRows: readonly Row<Subject>[] = [
  {
    title: "items, finish",
    run: (subject) =>
      play(
        subject,
        subject.items.map((item) => item.in),
        "close",
      ),
    expected: (subject) => ({
      values: subject.items.map((item) => item.out),
      end: "done",
      cancels: [],
      ending: endingOf(subject, { kind: "finished", frames: 3 }),
    }),
  },
  {
    title: "an item, the error frame, finish",
    run: (subject) => play(subject, [subject.items[0].in, subject.error.in], "close"),
    expected: (subject) => ({
      values: [subject.items[0].out, subject.error.out],
      end: "done",
      cancels: [],
      ending: endingOf(subject, { kind: "failed", frames: 1, error: subject.error.value }),
    }),
  },
  { title: "finish at once", run: (subject) => play(subject, [], "close"), expected: unserved },
  { title: "finish at once, read late", run: (subject) => play(subject, [], "close", "late"), expected: unserved },
  {
    title: "a message after the error frame",
    run(subject) {
      const chunks = [subject.items[0].in, subject.error.in, subject.items[1].in];
      return play(subject, chunks, subject.guards ? "wait" : "close", "slow");
    },
    expected(subject) {
      const [first, second] = subject.items;
      // Who has no ending judges each message by itself.
      if (!subject.guards) {
        return { values: [first.out, subject.error.out, second.out], end: "done", cancels: [], ending: undefined };
      }
      const reason = instanceOf(FrameAfterErrorError);
      return {
        values: [first.out, subject.error.out],
        end: { rejected: reason },
        cancels: [reason],
        ending: { kind: "violated", frames: 1, reason },
      };
    },
  },
  {
    title: "an item, then what cannot be taken",
    run: (subject) => play(subject, [subject.items[0].in, subject.bad.in], "wait", "slow"),
    expected(subject) {
      const reason = instanceOf(subject.bad.breaks);
      return {
        values: [subject.items[0].out],
        end: { rejected: reason },
        cancels: [reason],
        ending: endingOf(subject, { kind: "cut", frames: 1, reason }),
      };
    },
  },
  {
    title: "what cannot be taken after the error frame",
    run: (subject) => play(subject, [subject.items[0].in, subject.error.in, subject.bad.in], "wait", "late"),
    expected(subject) {
      // That it came at all is the graver fault; but a decoder by itself does not know of that.
      const reason = instanceOf(subject.guards ? FrameAfterErrorError : subject.bad.breaks);
      return {
        values: [subject.items[0].out, subject.error.out],
        end: { rejected: reason },
        cancels: [subject.apart ? instanceOf(subject.bad.breaks) : reason],
        ending: endingOf(subject, { kind: "violated", frames: 1, reason }),
      };
    },
  },
  {
    title: "a pull source breaks after two items",
    run: (subject) => play(subject, [subject.items[0].in, subject.items[1].in], { throws: X }, "slow"),
    expected: (subject) => ({
      values: [subject.items[0].out, subject.items[1].out],
      end: { rejected: X },
      cancels: [],
      ending: endingOf(subject, { kind: "cut", frames: 2, reason: X }),
    }),
  },
  {
    title: "a pull source breaks at once",
    run: (subject) => play(subject, [], { throws: X }),
    expected: (subject) => ({
      values: [],
      end: { rejected: X },
      cancels: [],
      ending: endingOf(subject, { kind: "cut", frames: 0, reason: X }),
    }),
  },
  {
    title: "a pull source breaks after the error frame",
    run: (subject) => play(subject, [subject.items[0].in, subject.error.in], { throws: X }, "late"),
    expected: (subject) => ({
      values: [subject.items[0].out, subject.error.out],
      end: subject.guards ? "done" : { rejected: X },
      cancels: [],
      ending: endingOf(subject, { kind: "failed", frames: 1, error: subject.error.value }),
    }),
  },
  {
    title: "a push source breaks while a read waits",
    async run(subject) {
      const source = pushSource();
      const { readable, ending } = subject.open(source.stream);
      const reading = readAll(readable);
      source.push(subject.items[0].in);
      await turn();
      source.error(X);
      return { ...(await reading), cancels: source.cancels, ending: await ending };
    },
    expected: (subject) => ({
      values: [subject.items[0].out],
      end: { rejected: X },
      cancels: [],
      ending: endingOf(subject, { kind: "cut", frames: 1, reason: X }),
    }),
  },
  {
    title: "a push source gives an item and breaks in one turn, while a read waits",
    async run(subject) {
      const source = pushSource();
      const { readable, ending } = subject.open(source.stream);
      const reading = readAll(readable);
      await turn();
      source.push(subject.items[0].in);
      source.error(X);
      return { ...(await reading), cancels: source.cancels, ending: await ending };
    },
    expected: (subject) => ({
      values: [subject.items[0].out],
      end: { rejected: X },
      cancels: [],
      ending: endingOf(subject, { kind: "cut", frames: 1, reason: X }),
    }),
  },
  {
    title: "a push source gives items and closes in one turn, while a read waits",
    async run(subject) {
      const source = pushSource();
      const { readable, ending } = subject.open(source.stream);
      const reading = readAll(readable, "slow");
      await turn();
      source.push(...subject.items.map((item) => item.in));
      source.close();
      return { ...(await reading), cancels: source.cancels, ending: await ending };
    },
    expected: (subject) => ({
      values: subject.items.map((item) => item.out),
      end: "done",
      cancels: [],
      ending: endingOf(subject, { kind: "finished", frames: 3 }),
    }),
  },
  {
    title: "a push source breaks while an item waits for its reader",
    async run(subject) {
      const source = pushSource();
      const { readable, ending } = subject.open(source.stream);
      const reader = readable.getReader();
      const first = reader.read();
      source.push(subject.items[0].in);
      const { value } = await first;
      // readFrames takes nothing before it is asked to; then it is the source that loses what it has queued.
      if (!subject.reads) source.push(subject.items[1].in);
      await turn();
      source.error(X);
      await turn();
      reader.releaseLock();
      const { values, end } = await readAll(readable);
      return { values: [value, ...values], end, cancels: source.cancels, ending: await ending };
    },
    expected(subject) {
      const values = subject.items.slice(0, subject.reads ? 1 : 2).map((item) => item.out);
      const ending = endingOf(subject, { kind: "cut", frames: values.length, reason: X });
      return { values, end: { rejected: X }, cancels: [], ending };
    },
  },
  {
    title: "a source finishes with no message that nobody ever reads",
    async run(subject) {
      const source = pushSource();
      const { ending } = subject.open(source.stream);
      source.close();
      return { values: [], end: "not read", cancels: source.cancels, ending: await ending };
    },
    expected: (subject) => ({
      values: [],
      end: "not read",
      cancels: [],
      ending: endingOf(subject, { kind: "unserved", frames: 0 }),
    }),
  },
  {
    title: "a source breaks that nobody ever reads",
    async run(subject) {
      const source = pushSource();
      const { ending } = subject.open(source.stream);
      source.error(X);
      return { values: [], end: "not read", cancels: source.cancels, ending: await ending };
    },
    expected: (subject) => ({
      values: [],
      end: "not read",
      cancels: [],
      ending: endingOf(subject, { kind: "cut", frames: 0, reason: X }),
    }),
  },
];
