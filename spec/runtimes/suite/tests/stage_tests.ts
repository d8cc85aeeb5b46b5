import { NotificationDecoderStream, notificationFrames, readFrames } from "channel-frames";
import { equal, ok, rejected, thrown } from "../check.ts";
import { pullSource } from "../pull_source.ts";
import { readAll } from "../read_all.ts";
import { stages, subjects } from "../subject.ts";
import { type Test, test } from "../test.ts";

/** What every stage is, as a piece of the platform. */
export const stageTests: readonly Test[] = [
  ...stages.map((subject) =>
    test(`${subject.name} is a TransformStream to instanceof, with two sides that each lock once`, async () => {
      const stage = subject.create();
      ok(stage instanceof TransformStream, "It is no TransformStream");
      equal(Object.prototype.toString.call(stage), "[object TransformStream]");
      const { readable, writable } = stage;
      ok(readable instanceof ReadableStream && writable instanceof WritableStream, "A side is no stream");
      ok(stage.readable === readable && stage.writable === writable, "A side changes");
      const [reader, writer] = [readable.getReader(), writable.getWriter()];
      ok(thrown(() => readable.getReader()) instanceof TypeError, "A second reader");
      ok(thrown(() => writable.getWriter()) instanceof TypeError, "A second writer");
      ok((await rejected(readable.cancel())) instanceof TypeError, "A cancel past the reader");
      reader.releaseLock();
      writer.releaseLock();
      equal([readable.locked, writable.locked], [false, false]);
    }),
  ),
  ...stages.map((subject) =>
    test(`${subject.name} takes one source, and goes on with it when a second is piped in`, async () => {
      const stage = subject.create();
      const transform = { readable: stage.readable, writable: stage.writable };
      const readable = pullSource(subject.items.map((item) => item.in)).stream.pipeThrough(transform);
      const second = pullSource([subject.items[0].in]);
      ok(thrown(() => second.stream.pipeThrough(transform)) instanceof TypeError, "No TypeError");
      equal(await readAll(readable), { values: subject.items.map((item) => item.out), end: "done" });
      equal([second.pulls, second.cancels], [0, []]);
    }),
  ),
  test("A stage goes into pipeThrough itself, not only its two sides", async () => {
    const [first] = subjects.filter(({ name }) => name === "NotificationDecoderStream");
    const { values } = await readAll(
      pullSource([first?.items[0].in]).stream.pipeThrough(new NotificationDecoderStream()),
    );
    equal(values, [first?.items[0].out]);
  }),
  ...subjects.map((subject) =>
    test(`${subject.name} has no byob reader`, async () => {
      const { readable } = subject.open(pullSource([subject.items[0].in]).stream);
      // A cast, as the types know that it is no stream of bytes.
      const bytes = readable as ReadableStream<Uint8Array<ArrayBuffer>>;
      ok(thrown(() => bytes.getReader({ mode: "byob" })) instanceof TypeError, "No TypeError");
      equal(await readAll(readable), { values: [subject.items[0].out], end: "done" });
    }),
  ),
  ...subjects.map((subject) =>
    test(`${subject.name} can be read by tee(), whose branches both get everything`, async () => {
      const { readable, ending } = subject.open(pullSource(subject.items.map((item) => item.in)).stream);
      const values = subject.items.map((item) => item.out);
      const [left, right] = readable.tee();
      equal(await Promise.all([readAll(left), readAll(right)]), Array(2).fill({ values, end: "done" }));
      equal(await ending, subject.guards ? { kind: "finished", frames: 3 } : undefined);
    }),
  ),
  test("Options that have no sense throw a TypeError from the constructor", () => {
    const options = [{ maxDepth: -1 }, { maxMessageBytes: 0.5 }, { integers: "float" }, { onMalformed: "ignore" }];
    for (const option of options) {
      const construct = (): unknown => Reflect.construct(NotificationDecoderStream, [option]);
      ok(thrown(construct) instanceof TypeError, `No TypeError for ${Object.keys(option)}`);
      const read = (): unknown =>
        Reflect.apply(readFrames, undefined, [new ReadableStream(), notificationFrames, option]);
      ok(thrown(read) instanceof TypeError, `No TypeError for ${Object.keys(option)}`);
    }
    const familyless = (): unknown => Reflect.apply(readFrames, undefined, [new ReadableStream(), undefined]);
    ok(thrown(familyless) instanceof TypeError, "No TypeError without a family");
  }),
];
