import { type Ending, NotificationGuardedDecoderStream } from "channel-frames";
import { replay, TapeDecoderStream } from "channel-frames/tape";
import { describe, expect, test } from "vitest";
import { readAll } from "../support/read_all.ts";
import { EngineUnderTest } from "./support/engine_under_test.ts";
import { ANSWER, cutRun, endings, malformed, progress, tapeOf, torn } from "./support/tapes.ts";

const blobBytes = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());

describe("the ending", () => {
  // That its reader left is for a tape to tell; who reads the tape does not leave.
  const kinds = (Object.keys(endings) as Ending["kind"][]).filter((kind) => kind !== "cancelled");

  test.each(kinds)("is that of a guarded decoder over the same messages: %s", async (kind) => {
    const guard = new NotificationGuardedDecoderStream();
    await readAll(replay(new Blob([endings[kind]]).stream(), { speed: Number.POSITIVE_INFINITY }).pipeThrough(guard));
    const { kind: guarded, frames } = await guard.ending;
    expect(guarded).toBe(kind);
    const engine = await EngineUnderTest.open(endings[kind]);
    expect(engine.last("ending")?.ending).toMatchObject({ kind, frames });
  });

  test.each([
    ["failed", { at: 360, index: 3, error: { code: -32_603, message: "the index is gone" } }],
    ["violated", { at: 400, index: 4 }],
    ["cut", { at: 900, closeCode: 1006 }],
    ["cancelled", { at: 500, frames: 3, reason: "seen enough" }],
  ] as const)("tells what is known of it: %s", async (kind, known) => {
    const engine = await EngineUnderTest.open(endings[kind]);
    expect(engine.last("ending")?.ending).toMatchObject({ kind, ...known });
  });

  test("of a tape that was cut is that, and says so", async () => {
    const engine = await EngineUnderTest.open(torn);
    const problem = "The tape stops in the middle of a record";
    expect(engine.last("ending")?.ending).toMatchObject({ kind: "cut", frames: 2, at: 200, tapeProblem: problem });
  });

  test("of a tape that goes on after its end tells where", async () => {
    const more = new Uint8Array([...endings.finished, 0x93]);
    const engine = await EngineUnderTest.open(more);
    expect(engine.last("progress")?.progress).toMatchObject({ isEnded: true, rows: 3 });
    expect(engine.last("ending")?.ending.kind).toBe("finished");
  });

  test.each([
    ["nothing", new Uint8Array(), /without the record of its end|nothing in it/],
    ["text", new TextEncoder().encode("<html>"), /is none \(at byte 0 of the tape\)/],
  ])("is none of what is no tape: %s", async (_, bytes, message) => {
    const engine = await EngineUnderTest.open(bytes);
    expect(engine.last("failure")?.message).toMatch(message);
    expect(engine.last("ending")).toBeUndefined();
    await expect(engine.ask("detail", { index: 0 })).rejects.toThrow("Nothing is open");
  });
});

describe("the rows", () => {
  test("say what came, when, and the telling part of it", async () => {
    const engine = await EngineUnderTest.open(malformed);
    const rows = await engine.ask("rows", { from: 2, count: 3 });
    expect(rows).toMatchObject([
      { index: 2, at: 300, kind: "item", name: "notifications/progress", summary: '3 of 10, token "build"' },
      { index: 3, at: 400, kind: "malformed", name: "", size: 20, summary: expect.stringMatching(/not JSON/) },
      { index: 4, at: 2400, kind: "dropped", size: 700, summary: "7 messages not recorded" },
    ]);
    expect(await engine.ask("rows", { from: 5, count: 100 })).toHaveLength(1);
    expect(await engine.ask("rows", { from: 50, count: 100 })).toEqual([]);
  });

  test.each([
    ["all", {}, [0, 1, 2, 3, 4, 5]],
    ["a kind", { kinds: ["malformed", "dropped"] }, [3, 4]],
    ["a name", { names: ["notifications/progress"] }, [0, 1, 2, 5]],
    ["a span, both ends included", { from: 200, to: 400 }, [1, 2, 3]],
    ["text, in any case", { text: "NONSENSE" }, [3]],
    ["text that each row has once or more", { text: "e" }, [0, 1, 2, 3, 5]],
    ["text in a span", { text: "progress", from: 200, to: 300 }, [1, 2]],
    ["text that is not there", { text: "nowhere" }, []],
    ["no kind", { kinds: [] }, []],
  ] as const)("are filtered by %s", async (_, filter, expected) => {
    const engine = await EngineUnderTest.open(malformed);
    expect(await engine.filtered(filter)).toEqual(expected);
    const [first] = expected;
    if (first !== undefined) expect(await engine.ask("place", { index: first })).toBe(0);
    expect(await engine.filtered({})).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("are found by text beyond ASCII, and by none that only looks alike in bytes", async () => {
    const said = ["Grüße", "grusse", "日本"].map((text, at) => ({
      at,
      message: new TextEncoder().encode(`\0${JSON.stringify({ method: "x/y", params: { text } })}`),
    }));
    const engine = await EngineUnderTest.open(tapeOf("notifications", said));
    expect(await engine.filtered({ text: "rüß" })).toEqual([0]);
    expect(await engine.filtered({ text: "本" })).toEqual([2]);
    expect(await engine.filtered({ text: "RÜß" })).toEqual([]);
  });

  test("have places in time", async () => {
    const engine = await EngineUnderTest.open(malformed);
    expect(await engine.ask("place", { at: 300 })).toBe(2);
    expect(await engine.ask("place", { at: 301 })).toBe(3);
    expect(await engine.ask("after", { at: 300 })).toBe(400);
    expect(await engine.ask("after", { at: 2500 })).toBeUndefined();
    expect(await engine.ask("before", { at: 300 })).toBe(200);
    expect(await engine.ask("before", { at: 100 })).toBeUndefined();
  });

  test("of a hundred thousand are all there, and filtered", async () => {
    const messages = Array.from({ length: 10 }, (_, n) => progress(n));
    const said = Array.from({ length: 100_000 }, (_, at) => ({ at, message: messages[at % 10] ?? progress(0) }));
    const engine = await EngineUnderTest.open(
      tapeOf("notifications", said, { at: 100_000, ending: { kind: "finish" } }),
    );
    expect(engine.last("ending")?.ending).toMatchObject({ kind: "finished", frames: 100_000 });
    expect(await engine.filtered({ text: '"progress":7' })).toEqual(
      Array.from({ length: 1000 }, (_, at) => at * 10 + 7),
    );
    expect(engine.last("view")?.view).toEqual({ count: 10_000, isComplete: true });
    const [row] = await engine.ask("rows", { from: 9_999, count: 1 });
    expect(row?.index).toBe(99_997);
  });
});

describe("the timeline", () => {
  test("counts each row once, and names the gaps", async () => {
    const engine = await EngineUnderTest.open(malformed);
    const { columns, gaps } = await engine.ask("timeline", { from: 0, to: 2600, columns: 13 });
    expect(columns).toHaveLength(13);
    expect(columns.map(({ index }) => index)).toEqual([0, 1, 3, ...Array(9).fill(undefined), 4]);
    expect(columns.reduce((sum, { counts }) => sum + counts.item, 0)).toBe(4);
    expect(columns.at(-1)).toMatchObject({ counts: { dropped: 1, item: 1 }, largest: 700 });
    expect(gaps).toEqual([
      { kind: "silence", from: 400, to: 2400, text: "nothing for 2.0 s" },
      { kind: "dropped", from: 400, to: 2400, text: "7 messages not recorded" },
    ]);
  });

  test("shows a part when it is asked for one", async () => {
    const engine = await EngineUnderTest.open(malformed);
    const { columns } = await engine.ask("timeline", { from: 150, to: 350, columns: 2 });
    expect(columns.map(({ index, counts }) => [index, counts.item])).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });
});

describe("the detail", () => {
  test("of a message is all of it", async () => {
    const engine = await EngineUnderTest.open(endings.finished);
    const { row, value, bytes, problem } = await engine.ask("detail", { index: 0 });
    expect(row.index).toBe(0);
    expect(value).toEqual({
      method: "notifications/progress",
      params: { progressToken: "build", progress: 1, total: 10 },
    });
    expect(bytes).toEqual(progress(1));
    expect(problem).toBeUndefined();
  });

  test("of one that no reader takes says why, and where it fails", async () => {
    const engine = await EngineUnderTest.open(malformed);
    const { value, problem } = await engine.ask("detail", { index: 3 });
    expect(value).toBeUndefined();
    expect(problem).toMatchObject({ code: "body", offset: 12, issues: [] });
  });

  test("of one of the wrong shape says what is wrong with it", async () => {
    const message = new TextEncoder().encode('\0{"method":5}');
    const engine = await EngineUnderTest.open(tapeOf("notifications", [{ at: 1, message }]));
    const { value, problem } = await engine.ask("detail", { index: 0 });
    expect(value).toEqual({ method: 5 });
    expect(problem).toMatchObject({ offset: undefined, issues: [{ path: "method" }] });
  });
});

describe("while it is played", () => {
  test("there is only what had come by then", async () => {
    const engine = await EngineUnderTest.open(endings.violated);
    await engine.take({ type: "playhead", at: 200 });
    expect(engine.last("view")?.view.count).toBe(2);
    expect(await engine.ask("rows", { from: 0, count: 10 })).toHaveLength(2);
    const { columns } = await engine.ask("timeline", { from: 0, to: 400, columns: 1 });
    expect(columns[0]?.counts).toMatchObject({ item: 2, error: 0, extra: 0 });
    await engine.take({ type: "playhead", at: undefined });
    expect(engine.last("view")?.view.count).toBe(5);
  });
});

describe("the conversation", () => {
  test("is put together from its chunks, sub-agents and calls apart", async () => {
    const engine = await EngineUnderTest.open(cutRun);
    const { blocks, omitted, usage } = await engine.ask("conversation", {});
    expect(omitted).toBe(0);
    expect(blocks.map(({ kind, parent }) => [kind, parent])).toEqual([
      ["prompt", undefined],
      ["prompt", undefined],
      ["reasoning", undefined],
      ["tool", undefined],
      ["tool", undefined],
      ["text", "call_2"],
      ["notice", undefined],
      ["text", undefined],
      ["tool", undefined],
    ]);
    expect(blocks[3]).toMatchObject({
      name: "read_file",
      input: '{"path":"spec/cache.ts"}',
      result: "12 tests, 3 of them fail",
    });
    expect(blocks[5]).toMatchObject({ text: "The cache is filled by load() at start-up." });
    expect(blocks[7]).toMatchObject({ text: ANSWER });
    expect(blocks[8]).toMatchObject({ input: '{"path":"lib/ca', result: undefined });
    expect(usage.at(-1)).toMatchObject({ input: 2300, output: 190 });
  });

  test("is as far as it is played, forth and back", async () => {
    const engine = await EngineUnderTest.open(cutRun);
    const textAt = async (at: number | undefined): Promise<string> => {
      await engine.take({ type: "playhead", at });
      const last = (await engine.ask("conversation", {})).blocks.filter(({ kind }) => kind === "reasoning").at(-1);
      return last?.kind === "reasoning" ? last.text : "";
    };
    expect(await textAt(360)).toBe("Let me look at the tests");
    expect(await textAt(420)).toBe("Let me look at the tests and at the cache itself");
    expect(await textAt(360)).toBe("Let me look at the tests");
    expect(await textAt(undefined)).toBe("Let me look at the tests and at the cache itself first.");
  });
});

describe("what is saved", () => {
  test.each(Object.entries({ ...endings, malformed, cutRun }))("as a tape is that tape again: %s", async (_, tape) => {
    const engine = await EngineUnderTest.open(tape);
    expect(await blobBytes(await engine.ask("export", { what: "all", as: "tape" }))).toEqual(tape);
  });

  test("of some rows is a tape of these, and has no end", async () => {
    const engine = await EngineUnderTest.open(malformed);
    await engine.filtered({ kinds: ["malformed"] });
    const blob = await engine.ask("export", { what: "view", as: "tape" });
    const { values, end } = await readAll(blob.stream().pipeThrough(new TapeDecoderStream()));
    expect(values.map(({ type }) => type)).toEqual(["header", "message"]);
    expect(values[1]).toMatchObject({ elapsed: 400 });
    expect(end).toMatchObject({ rejected: { code: "cut" } });
  });

  test("as lines is one JSON object for each record", async () => {
    const engine = await EngineUnderTest.open(endings.failed);
    const text = await (await engine.ask("export", { what: "all", as: "lines" })).text();
    const types = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).type);
    expect(types).toEqual(["header", "message", "message", "message", "message", "end"]);
  });
});

describe("a tape in memory", () => {
  test("is read as one on the disk is", async () => {
    const engine = new EngineUnderTest();
    await engine.take({ type: "open", source: { kind: "bytes", name: "x", bytes: malformed } });
    expect(engine.last("head")?.head.title).toBe("x");
    expect(engine.last("ending")?.ending).toMatchObject({ kind: "finished", frames: 4, malformed: 3 });
    expect(await engine.filtered({ text: "nonsense" })).toEqual([3]);
    expect(await blobBytes(await engine.ask("export", { what: "all", as: "tape" }))).toEqual(malformed);
  });
});

describe("opening another", () => {
  test("forgets the one before", async () => {
    const engine = new EngineUnderTest();
    const source = (tape: Uint8Array<ArrayBuffer>) => ({ kind: "tape", name: "x", blob: new Blob([tape]) }) as const;
    const first = engine.take({ type: "open", source: source(endings.cut) });
    await engine.take({ type: "open", source: source(endings.failed) });
    await first;
    expect(engine.told.filter(({ type }) => type === "ending")).toHaveLength(1);
    expect(engine.last("ending")?.ending.kind).toBe("failed");
    expect(await engine.ask("rows", { from: 0, count: 10 })).toHaveLength(4);
  });
});
