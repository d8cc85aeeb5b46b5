import { getEventListeners } from "node:events";
import { CoalescedChunksStream, type RunLoopFrame } from "channel-frames";
import { describe, expect, test } from "vitest";
import { fateOf, watch } from "../support/fate.ts";
import { textFrame, userFrame } from "../support/frames.ts";
import { turn } from "../support/pause.ts";
import { pullSource, type SourceEnd } from "../support/pull_source.ts";
import { pushSource } from "../support/push_source.ts";
import { readAll } from "../support/read_all.ts";
import { byName, open, stages, subjects } from "../support/subjects.ts";

const X = Symbol("broken");

describe.each(byName(subjects))("%s leaves no listener on its signal", (_, subject) => {
  const [first] = subject.items;

  test.each<[string, readonly unknown[], SourceEnd]>([
    ["after the finish", [first.in], "close"],
    ["after a finish with no message", [], "close"],
    ["after a break", [first.in], { throws: X }],
    ["after what it cannot take", [first.in, subject.bad.in], "wait"],
    ["after a message behind the error frame", [subject.error.in, first.in], "close"],
  ])("%s", async (_, chunks, end) => {
    const { signal } = new AbortController();
    const { readable } = open(subject, pullSource(chunks, end).stream, { signal });
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await readAll(readable);
    expect(getEventListeners(signal, "abort")).toStrictEqual([]);
  });

  test("after its reader has left", async () => {
    const { signal } = new AbortController();
    const { readable } = open(subject, pushSource().stream, { signal });
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await readable.cancel();
    expect(getEventListeners(signal, "abort")).toStrictEqual([]);
  });

  test("that was aborted before", () => {
    const signal = AbortSignal.abort(X);
    open(subject, pushSource().stream, { signal });
    expect(getEventListeners(signal, "abort")).toStrictEqual([]);
  });
});

describe.each(byName(stages))("%s, told of two ends in one turn,", { timeout: 3000 }, (_, subject) => {
  const [first] = subject.items;

  test.each<["write" | "no write", "read" | "no read", "abort first" | "cancel first"]>([
    ["write", "read", "abort first"],
    ["write", "read", "cancel first"],
    ["write", "no read", "abort first"],
    ["write", "no read", "cancel first"],
    ["no write", "read", "abort first"],
    ["no write", "read", "cancel first"],
    ["no write", "no read", "abort first"],
    ["no write", "no read", "cancel first"],
  ])("settles everything: %s, %s, %s", async (writes, reads, order) => {
    const { readable, writable, ending } = subject.create();
    const reader = readable.getReader();
    const writer = writable.getWriter();
    await turn();
    const write = writes === "write" ? [watch(writer.write(first.in))] : [];
    const read = reads === "read" ? [watch(reader.read())] : [];
    const told = { abort: watch(Promise.resolve()), cancel: watch(Promise.resolve()) };
    if (order === "abort first") told.abort = watch(writer.abort(X));
    told.cancel = watch(reader.cancel("enough"));
    if (order === "cancel first") told.abort = watch(writer.abort(X));
    await turn();
    // Who comes second may be told of the first. Nothing else may be wrong.
    const failed = { rejected: X };
    expect(["fulfilled", failed]).toContainEqual(told.cancel());
    expect(["fulfilled", { rejected: "enough" }]).toContainEqual(told.abort());
    for (const fate of write) expect(fate()).toBe("fulfilled");
    for (const fate of read) expect(["fulfilled", failed]).toContainEqual(fate());
    expect(["cut", "cancelled", undefined]).toContain((await ending)?.kind);
  });

  test("its signal and an abort, settles everything", async () => {
    const abort = new AbortController();
    const { readable, writable, ending } = subject.create({ signal: abort.signal });
    const reading = readAll(readable);
    const writer = writable.getWriter();
    await turn();
    const write = watch(writer.write(first.in));
    const aborted = watch(writer.abort(X));
    abort.abort(X);
    expect((await reading).end).toStrictEqual({ rejected: X });
    await turn();
    expect(write()).toBe("fulfilled");
    expect(aborted()).toBe("fulfilled");
    expect(["cut", "cancelled", undefined]).toContain((await ending)?.kind);
  });
});

describe("A stage that has several frames to give at once", { timeout: 3000 }, () => {
  // Text is held back until something else follows, so the second chunk gives two frames, and so does the end.
  const held: readonly RunLoopFrame[] = [textFrame("a"), textFrame("b"), userFrame("c"), textFrame("d")];
  const whole = [textFrame("ab"), userFrame("c"), textFrame("d")];

  test("gives them one by one, however slow the reader", async () => {
    const { values, end } = await readAll(pullSource(held).stream.pipeThrough(new CoalescedChunksStream()), "slow");
    expect(values).toStrictEqual(whole);
    expect(end).toBe("done");
  });

  test("answers reads that wait side by side", async () => {
    const source = pushSource<RunLoopFrame>();
    const reader = source.stream.pipeThrough(new CoalescedChunksStream()).getReader();
    const reads = [reader.read(), reader.read(), reader.read(), reader.read()];
    await turn();
    source.push(...held);
    source.close();
    const results = await Promise.all(reads);
    expect(results.map(({ value }) => value)).toStrictEqual([...whole, undefined]);
    expect(results.map(({ done }) => done)).toStrictEqual([false, false, false, true]);
  });

  test("takes no further message before they are read", async () => {
    const stage = new CoalescedChunksStream();
    const reader = stage.readable.getReader();
    const writer = stage.writable.getWriter();
    const first = reader.read();
    await writer.write(textFrame("a"));
    const second = watch(writer.write(userFrame("c")));
    expect((await first).value).toStrictEqual(textFrame("a"));
    await turn();
    expect(second()).toBe("pending");
    expect((await reader.read()).value).toStrictEqual(userFrame("c"));
    await turn();
    expect(second()).toBe("fulfilled");
  });

  test("gives what it holds before it closes, and keeps close() waiting until then", async () => {
    const stage = new CoalescedChunksStream();
    const reader = stage.readable.getReader();
    const writer = stage.writable.getWriter();
    const first = reader.read();
    await writer.write({ type: "chunk", chunk: { type: "assistant_tool_call", id: "x", name: "f", arguments: "{" } });
    await writer.write(textFrame("a"));
    const close = watch(writer.close());
    expect((await first).value?.type).toBe("chunk");
    await turn();
    expect(close()).toBe("pending");
    expect((await reader.read()).value).toStrictEqual(textFrame("a"));
    expect((await reader.read()).done).toBe(true);
    await turn();
    expect(close()).toBe("fulfilled");
  });

  test("gives what it holds before it breaks, to a reader that comes late", async () => {
    const source = pullSource(held, { throws: X });
    const frames = source.stream.pipeThrough(new CoalescedChunksStream());
    expect(await readAll(frames, "late")).toStrictEqual({ values: whole, end: { rejected: X } });
  });

  test("lets its reader leave while a close waits", async () => {
    const stage = new CoalescedChunksStream();
    const reader = stage.readable.getReader();
    const writer = stage.writable.getWriter();
    const read = watch(reader.read());
    await writer.write(textFrame("a"));
    await writer.write({ type: "chunk", chunk: { type: "assistant_tool_call", id: "x", name: "f", arguments: "{" } });
    const close = watch(writer.close());
    await turn();
    expect(read()).toBe("fulfilled");
    expect(close()).toBe("pending");
    expect(await fateOf(reader.cancel("enough"))).toBe("fulfilled");
    expect(close()).not.toBe("pending");
  });

  test("lets its writer abort while a close waits, and gives what came", async () => {
    const stage = new CoalescedChunksStream();
    const writer = stage.writable.getWriter();
    const reader = stage.readable.getReader();
    const first = reader.read();
    await writer.write({ type: "chunk", chunk: { type: "assistant_tool_call", id: "x", name: "f", arguments: "{}" } });
    await writer.write(textFrame("a"));
    const close = watch(writer.close());
    await first;
    expect(await fateOf(writer.abort(X))).toBe("fulfilled");
    expect(close()).not.toBe("pending");
    expect((await reader.read()).value).toStrictEqual(textFrame("a"));
    // It was finished before it was aborted, and the first end wins.
    expect((await reader.read()).done).toBe(true);
  });
});
