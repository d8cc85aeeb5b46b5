import { CutError, NotificationGuardedDecoderStream } from "channel-frames";
import { replay, TapeEncoderStream, TapeError, TapeRecorder } from "channel-frames/tape";
import { equal, ok, rejected } from "../check.ts";
import { fateOf } from "../fate.ts";
import { frameA, frameB } from "../frames.ts";
import { instanceOf } from "../matcher.ts";
import { A, B, C } from "../messages.ts";
import { pullSource } from "../pull_source.ts";
import { paces, readAll } from "../read_all.ts";
import { decode, header, inChunks, joined, records, tapeOf } from "../tapes.ts";
import { type Test, test } from "../test.ts";
import { turn } from "../turn.ts";

/** Tapes: written and read, recorded and replayed. */
export const tapeTests: readonly Test[] = [
  ...[1, 13, 1000, 1_000_000].map((size) =>
    test(`A tape comes back in chunks of ${size} bytes`, async () => {
      const shorter =
        size === 1 ? records.filter((record) => record.type !== "message" || record.message.length < 99) : records;
      equal(await decode(inChunks(await tapeOf(shorter), size)), { values: shorter, end: "done" });
    }),
  ),
  test("A tape is the same bytes everywhere", async () => {
    const { values } = await readAll(pullSource(records.slice(0, 2)).stream.pipeThrough(new TapeEncoderStream()));
    const [first, second] = values as readonly Uint8Array[];
    equal(
      first?.subarray(0, 23),
      joined([Uint8Array.of(0x97, 0, 0xb3), new TextEncoder().encode("channel-frames/tape"), Uint8Array.of(1)]),
    );
    equal(second, joined([Uint8Array.of(0x94, 1, 0xcd, 1, 0xf4, 0, 0xc4, A.length), A]));
  }),
  test("A tape that stops anywhere gives what is complete, and then a cut", async () => {
    const tape = await tapeOf(records.filter((record) => record.type !== "message" || record.message.length < 99));
    for (let length = 0; length < tape.length; length += 5) {
      const { values, end } = await decode([tape.slice(0, length)], "slow");
      ok(values.length < 5, "There is more than was written");
      equal(end, { rejected: instanceOf(CutError, { by: "carrier" }) });
    }
  }),
  ...[
    ["text", new TextEncoder().encode("hello"), "not-a-tape"],
    [
      "a key __proto__",
      joined([
        Uint8Array.of(0x97, 0, 0xb3),
        new TextEncoder().encode("channel-frames/tape"),
        Uint8Array.of(1, 0xc0, 0xc0, 0, 0x81, 0xa9),
        new TextEncoder().encode("__proto__"),
        Uint8Array.of(1),
      ]),
      "malformed",
    ],
    ["a length of 4 GiB", Uint8Array.of(0x92, 0, 0xc6, 255, 255, 255, 255), "too-large"],
  ].map(([name, bytes, code]) =>
    test(`What is no tape is told as such: ${name}`, async () => {
      equal(await decode([bytes]), {
        values: [],
        end: { rejected: instanceOf(TapeError, { code: String(code), offset: 0 }) },
      });
    }),
  ),
  ...paces.map((pace) =>
    test(`A recorder changes nothing, and its tape has all of it, for a reader that is ${pace}`, async () => {
      const recorder = new TapeRecorder({ family: "notifications" });
      ok(recorder instanceof TransformStream, "It is no TransformStream");
      const reading = readAll(pullSource([A, B, C]).stream.pipeThrough(recorder), pace);
      const tape = await readAll(recorder.tape);
      equal(await reading, { values: [A, B, C], end: "done" });
      const { values, end } = await decode(tape.values);
      equal(end, "done");
      const types = values.map((record) => Reflect.get(Object(record), "type"));
      equal(types, ["header", "message", "message", "message", "end"]);
      equal(await readAll(replay(pullSource(tape.values).stream)), { values: [A, B, C], end: "done" });
    }),
  ),
  ...(["drop-tape", "wait"] as const).flatMap((whenSlow) => [
    test(`A recorder tells a break, and a replay breaks in the same way ("${whenSlow}")`, async () => {
      const recorder = new TapeRecorder({ whenSlow });
      const reason = new CutError({ by: "scope", closeCode: 1006, reason: "r" });
      const reading = readAll(pullSource([A, B], { throws: reason }).stream.pipeThrough(recorder), "slow");
      const tape = await readAll(recorder.tape);
      equal(await reading, { values: [A, B], end: { rejected: reason } });
      const again = await readAll(replay(pullSource(tape.values).stream), "slow");
      const cut = instanceOf(CutError, { by: "scope", closeCode: 1006, reason: "r" });
      equal(again, { values: [A, B], end: { rejected: cut } });
    }),
    test(`A recorder tells that its reader left, and tells its source ("${whenSlow}")`, async () => {
      const recorder = new TapeRecorder({ whenSlow });
      const source = pullSource([A], "wait");
      const reader = source.stream.pipeThrough(recorder).getReader();
      await reader.read();
      await reader.cancel("seen enough");
      const { values } = await decode((await readAll(recorder.tape)).values);
      equal(Reflect.get(Object(values.at(-1)), "ending"), { kind: "cancelled", reason: "seen enough" });
      await turn();
      equal(source.cancels, ["seen enough"]);
    }),
    test(`A tape that nobody wants is no matter to the stream ("${whenSlow}")`, async () => {
      const recorder = new TapeRecorder({ whenSlow, maxQueuedBytes: 10 });
      await recorder.tape.cancel();
      const { values, end } = await readAll(pullSource(Array(100).fill(A)).stream.pipeThrough(recorder));
      equal([values.length, end], [100, "done"]);
    }),
  ]),
  test('A recorder drops what its tape has no room for, and says so ("drop-tape")', async () => {
    const recorder = new TapeRecorder({ maxQueuedBytes: 1 });
    equal((await readAll(pullSource([A, B]).stream.pipeThrough(recorder))).values, [A, B]);
    const { values } = await decode((await readAll(recorder.tape)).values);
    equal(Reflect.get(Object(values[1]), "messages"), 2);
  }),
  test('A recorder waits for its tape ("wait")', async () => {
    const recorder = new TapeRecorder({ whenSlow: "wait", maxQueuedBytes: 1 });
    const reading = readAll(pullSource([A, B]).stream.pipeThrough(recorder));
    for (let time = 0; time < 5; time++) await turn();
    equal(await Promise.race([reading, Promise.resolve("waits")]), "waits");
    await readAll(recorder.tape);
    equal(await reading, { values: [A, B], end: "done" });
  }),
  test("A replay goes straight into a guard, over chunks of any size", async () => {
    const guard = new NotificationGuardedDecoderStream();
    const tape = pullSource(inChunks(await tapeOf([A, B]), 3)).stream;
    equal(await readAll(replay(tape).pipeThrough(guard)), { values: [frameA, frameB], end: "done" });
    equal(await guard.ending, { kind: "finished", frames: 2 });
  }),
  test("A replay waits as long as the original", async () => {
    const tape = await tapeOf([
      header,
      { type: "message", elapsed: 60, direction: "in", message: A },
      { type: "end", elapsed: 0, ending: { kind: "finish" } },
    ]);
    const start = Date.now();
    equal(await readAll(replay(pullSource([tape]).stream, { speed: 2 })), { values: [A], end: "done" });
    // Clocks and timers count in whole milliseconds, each in its own way.
    ok(Date.now() - start >= 27, "It came too early");
  }),
  test("A replay that waits is cancelled at once, and tells its source", async () => {
    const tape = await tapeOf([header, { type: "message", elapsed: 1e9, direction: "in", message: A }]);
    const source = pullSource([tape], "wait");
    const replaying = replay(source.stream, { speed: 1 });
    equal(await replaying.header, header);
    const reader = replaying.getReader();
    const read = reader.read();
    await turn();
    equal(await fateOf(reader.cancel("left")), "fulfilled");
    equal((await read).done, true);
    equal(source.cancels, ["left"]);
  }),
  test("A replay ends by its signal", async () => {
    const abort = new AbortController();
    const source = pullSource([], "wait");
    const reader = replay(source.stream, { signal: abort.signal }).getReader();
    const read = rejected(reader.read());
    abort.abort("stop");
    equal(await read, "stop");
    await turn();
    equal(source.cancels, ["stop"]);
  }),
];
