import {
  CoalescedChunksStream,
  NotificationDecoderStream,
  NotificationEncoderStream,
  NotificationGuardedDecoderStream,
  notificationFrames,
  readFrames,
  TerminalGuard,
} from "channel-frames";
import { equal, ok } from "../check.ts";
import { fateOf, watch } from "../fate.ts";
import { frameA, textFrame } from "../frames.ts";
import { A, BAD } from "../messages.ts";
import { pause } from "../pause.ts";
import { pullSource } from "../pull_source.ts";
import { readAll } from "../read_all.ts";
import { stages, subjects } from "../subject.ts";
import { type Test, test } from "../test.ts";
import { turn } from "../turn.ts";

/** Far more than any test has use for; but a stage that does not stop must not keep the suite from saying so. */
function* endless(value: unknown, times = 1000): Generator<unknown> {
  for (let time = 0; time < times; time++) yield value;
}

function atMost(pulls: number, most: number): void {
  ok(pulls <= most, `${pulls} messages were asked for, ${most} at most are right`);
}

/** Stages that make nothing of what comes. */
const idle: readonly (readonly [string, (source: ReadableStream) => unknown])[] = [
  ["CoalescedChunksStream", (source) => source.pipeThrough(new CoalescedChunksStream())],
  ["NotificationDecoderStream", (source) => source.pipeThrough(new NotificationDecoderStream({ onMalformed: "skip" }))],
  ["readFrames", (source) => readFrames(source, notificationFrames, { onMalformed: "skip" })],
];

/** Nobody takes in more than is asked for. */
export const backpressureTests: readonly Test[] = [
  ...subjects.flatMap((subject) => {
    const stagesInRow = subject.reads ? 0 : subject.apart ? 2 : 1;
    return [
      test(`Backpressure of ${subject.name}: one message a stage at most while nobody reads`, async () => {
        const source = pullSource(endless(subject.items[0].in), "wait");
        subject.open(source.stream);
        await pause(20);
        atMost(source.pulls, stagesInRow);
        equal(source.cancels, []);
      }),
      test(`Backpressure of ${subject.name}: one message a stage at most ahead of its reader`, async () => {
        const source = pullSource(endless(subject.items[0].in), "wait");
        const reader = subject.open(source.stream).readable.getReader();
        for (let reads = 1; reads <= 10; reads++) {
          equal((await reader.read()).value, subject.items[0].out);
          await turn();
          // The coalescing stage holds nothing of a chunk that stands alone.
          atMost(source.pulls, reads + stagesInRow);
        }
        await reader.cancel();
      }),
    ];
  }),
  ...stages.map((subject) =>
    test(`Backpressure of ${subject.name}: desiredSize, ready and writes tell the writer`, async () => {
      const [first, second] = subject.items;
      const { readable, writable } = subject.create();
      const reader = readable.getReader();
      const writer = writable.getWriter();
      await turn();
      equal([writer.desiredSize, await fateOf(writer.ready)], [1, "fulfilled"]);
      const write = watch(writer.write(first.in));
      const ready = watch(writer.ready);
      await turn();
      equal([writer.desiredSize, ready(), write()], [0, "pending", "pending"]);
      equal((await reader.read()).value, first.out);
      await turn();
      equal([writer.desiredSize, ready(), write()], [1, "fulfilled", "fulfilled"]);
      const impatient = [watch(writer.write(first.in)), watch(writer.write(second.in))];
      equal(writer.desiredSize, -1);
      equal((await reader.read()).value, first.out);
      await turn();
      equal(
        impatient.map((fate) => fate()),
        ["fulfilled", "pending"],
      );
      equal((await reader.read()).value, second.out);
      await turn();
      equal(
        impatient.map((fate) => fate()),
        ["fulfilled", "fulfilled"],
      );
      await reader.cancel("enough");
      equal(await fateOf(writer.ready), { rejected: "enough" });
    }),
  ),
  test("Backpressure of a chain: one message a stage at most, and its reader can leave", async () => {
    const source = pullSource(endless(A), "wait");
    const guard = new TerminalGuard();
    const last = new NotificationGuardedDecoderStream();
    const frames = source.stream
      .pipeThrough(new NotificationDecoderStream())
      .pipeThrough(guard)
      .pipeThrough(new NotificationEncoderStream())
      .pipeThrough(last);
    await pause(20);
    atMost(source.pulls, 4);
    equal(await fateOf(frames.cancel("enough")), "fulfilled");
    equal(source.cancels, ["enough"]);
    equal(await last.ending, { kind: "cancelled", frames: 0, reason: "enough" });
    // What it has handed on, the stage behind it has in hand.
    equal((await guard.ending).kind, "cancelled");
  }),
  ...idle.map(([name, open]) =>
    test(`Backpressure of ${name}: what comes to nothing is not taken in while nobody reads`, async () => {
      const source = pullSource(endless(name.startsWith("Coalesced") ? textFrame("a") : BAD), "wait");
      open(source.stream);
      await pause(20);
      atMost(source.pulls, 1);
    }),
  ),
  test("Backpressure of readFrames: what it leaves out is read past, all of it", async () => {
    function* mostlyText(): Generator<unknown> {
      yield* endless("ping", 20_000);
      yield A;
    }
    const frames = readFrames(pullSource(mostlyText()).stream, notificationFrames);
    equal(await readAll(frames), { values: [frameA], end: "done" });
    equal(await frames.ending, { kind: "finished", frames: 1 });
  }),
];
