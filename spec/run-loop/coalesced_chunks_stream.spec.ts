import {
  type AgenticLoopChunk,
  type CoalescedChunk,
  type CoalescedChunksOptions,
  CoalescedChunksStream,
  coalesce,
  type Fragment,
  type RunLoopFrame,
} from "channel-frames";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonical } from "../frame/json_oracle.ts";
import { thrownBy } from "../frame/probes.ts";
import { turn } from "../support/pause.ts";
import { pullSource, type SourceEnd } from "../support/pull_source.ts";
import { type Reading, readAll } from "../support/read_all.ts";
import { isText, thread } from "./coalesce_model.ts";
import { anyLoop, deepFrozen, tidyLoop, turnByTurnLoop } from "./loop_arbitrary.ts";

type In = RunLoopFrame<number, Fragment<number>>;
type Out = RunLoopFrame<number, CoalescedChunk>;

const framesOf = (chunks: readonly Fragment<number>[]): In[] => chunks.map((chunk) => ({ type: "chunk", chunk }));

/** What the stage makes of these frames. */
function read(
  frames: readonly In[],
  end: SourceEnd = "close",
  options?: CoalescedChunksOptions,
): Promise<Reading<Out>> {
  return readAll(pullSource(frames, end).stream.pipeThrough(new CoalescedChunksStream(options)));
}

function chunksOf(frames: readonly Out[]): readonly CoalescedChunk[] {
  return frames.map((frame) => (frame.type === "chunk" ? frame.chunk : expect.fail("an error frame")));
}

const sorted = (chunks: readonly CoalescedChunk[]): readonly string[] => chunks.map(canonical).sort();

/** All that is said under one name, in its order: the text of each kind and thread, the arguments of each call. */
function said(chunks: readonly Fragment<number>[]): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  const add = (name: readonly unknown[], text: string): void => {
    all.set(JSON.stringify(name), (all.get(JSON.stringify(name)) ?? "") + text);
  };
  for (const chunk of chunks) {
    if (isText(chunk)) add([chunk.type, thread(chunk)], chunk.text);
    else if (chunk.type === "assistant_tool_call") add([chunk.id, thread(chunk)], String(chunk.arguments ?? ""));
    else add(["alone"], canonical(chunk));
  }
  return all;
}

const text = (value: string): AgenticLoopChunk => ({ type: "assistant_text_content", text: value });
const call = (id: string, fragment: string): AgenticLoopChunk => ({
  type: "assistant_tool_call",
  id,
  name: "f",
  arguments: fragment,
});
const response = (id: string): AgenticLoopChunk => ({ type: "tool_response", id, content: [] });

describe("CoalescedChunksStream", () => {
  it("equals coalesce where each call is answered before anything else follows", async () => {
    await fc.assert(
      fc.asyncProperty(turnByTurnLoop, async (chunks) => {
        const { values, end } = await read(framesOf(deepFrozen(chunks)));
        expect(end).toBe("done");
        expect(canonical(chunksOf(values))).toBe(canonical(coalesce(chunks).chunks));
      }),
      { numRuns: 200 },
    );
  });

  it("equals coalesce up to the order of completion where calls go side by side", async () => {
    await fc.assert(
      fc.asyncProperty(tidyLoop, async (chunks) => {
        const { values } = await read(framesOf(deepFrozen(chunks)));
        expect(sorted(chunksOf(values))).toEqual(sorted(coalesce(chunks).chunks));
      }),
      { numRuns: 300 },
    );
  });

  it("loses no text and no argument of any loop, whatever maxHeld is and however the loop ends", async () => {
    const ends = fc.constantFrom<SourceEnd>("close", { throws: "cut" });
    await fc.assert(
      fc.asyncProperty(
        anyLoop,
        fc.constantFrom(0, 1, 3, 70, 1000),
        ends,
        fc.boolean(),
        async (chunks, maxHeld, end, fail) => {
          const error: In = { type: "error", error: null };
          const reading = await read(fail ? [...framesOf(chunks), error] : framesOf(chunks), end, { maxHeld });
          expect(reading.end).toEqual(end === "close" ? "done" : { rejected: "cut" });
          if (fail) expect(reading.values.at(-1)).toEqual(error);
          const out = chunksOf(fail ? reading.values.slice(0, -1) : reading.values);
          expect(said(out)).toEqual(said(chunks));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("holds no more than maxHeld and one fragment", async () => {
    await fc.assert(
      fc.asyncProperty(anyLoop, fc.integer({ min: 0, max: 12 }), async (chunks, maxHeld) => {
        const { values } = await read(framesOf(chunks), "close", { maxHeld });
        for (const chunk of chunksOf(values)) {
          if (isText(chunk)) expect(chunk.text.length).toBeLessThanOrEqual(maxHeld + 8);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("emits text when something else follows, and a call when its response comes", async () => {
    const stage = new CoalescedChunksStream();
    const reader = stage.readable.getReader();
    const writer = stage.writable.getWriter();
    const got: unknown[] = [];
    const reading = (async () => {
      for (let result = await reader.read(); !result.done; result = await reader.read()) {
        got.push(result.value.type === "chunk" ? result.value.chunk : result.value);
      }
    })();
    const emittedBy = async (chunk: AgenticLoopChunk): Promise<readonly unknown[]> => {
      await writer.write({ type: "chunk", chunk });
      await turn();
      return got.splice(0);
    };
    expect(await emittedBy(text("Let me "))).toEqual([]);
    expect(await emittedBy(text("look."))).toEqual([]);
    expect(await emittedBy(call("x", '{"q":'))).toEqual([text("Let me look.")]);
    expect(await emittedBy(call("y", "[1"))).toEqual([]);
    expect(await emittedBy(call("x", "1}"))).toEqual([]);
    expect(await emittedBy(call("y", "]"))).toEqual([]);
    expect(await emittedBy(response("y"))).toEqual([{ ...call("y", "[1]"), input: [1] }, response("y")]);
    expect(await emittedBy(text("Done"))).toEqual([]);
    const usage: AgenticLoopChunk = { type: "usage", completion_tokens: 1, prompt_tokens: 1, total_tokens: 2 };
    expect(await emittedBy(usage)).toEqual([text("Done"), usage]);
    await writer.close();
    await reading;
    expect(got).toEqual([{ ...call("x", '{"q":1}'), input: { q: 1 } }]);
  });

  it("emits what is left at the end: the calls in their order, then the text after them", async () => {
    const { values } = await read(framesOf([text("a"), call("x", "1"), call("y", "2"), text("b"), text("c")]));
    expect(chunksOf(values)).toEqual([
      text("a"),
      { ...call("x", "1"), input: 1 },
      { ...call("y", "2"), input: 2 },
      text("bc"),
    ]);
  });

  it("emits what was held before an error frame, and the frame as it is", async () => {
    const error: In = { type: "error", error: { message: "overloaded" } };
    const { values, end } = await read([...framesOf([text("Hel"), text("lo"), call("x", "{")]), error]);
    expect(values.slice(0, -1)).toEqual(framesOf([text("Hello"), call("x", "{")]));
    expect(values.at(-1)).toBe(error);
    expect(end).toBe("done");
  });

  it("emits what was held before a cut, to a slow reader too, and then the reason", async () => {
    const reason = new Error("gone");
    for (const pace of ["eager", "slow", "late"] as const) {
      const { stream } = pullSource(framesOf([text("Hel"), text("lo"), call("x", "[1"), text("!")]), {
        throws: reason,
      });
      const { values, end } = await readAll(stream.pipeThrough(new CoalescedChunksStream()), pace);
      expect(chunksOf(values)).toEqual([text("Hello"), call("x", "[1"), text("!")]);
      expect(end).toEqual({ rejected: reason });
    }
  });

  it("emits nothing for nothing", async () => {
    expect(await read([])).toEqual({ values: [], end: "done" });
    expect(await read([], { throws: 1 })).toEqual({ values: [], end: { rejected: 1 } });
  });

  it("emits what is held once it is more than maxHeld, and begins anew", async () => {
    const fragments = [text("12345"), text("67890"), text("x"), text("y")];
    const texts = async (maxHeld: number): Promise<readonly unknown[]> =>
      chunksOf((await read(framesOf(fragments), "close", { maxHeld })).values).map((chunk) =>
        Reflect.get(chunk, "text"),
      );
    expect(await texts(10)).toEqual(["1234567890x", "y"]);
    expect(await texts(11)).toEqual(["1234567890x", "y"].slice(0, 1).map((first) => `${first}y`));
    expect(await texts(4)).toEqual(["12345", "67890", "xy"]);
    expect(await texts(0)).toEqual(["12345", "67890", "x", "y"]);
    expect(await texts(Number.POSITIVE_INFINITY)).toEqual(["1234567890xy"]);
  });

  it("counts calls and log probabilities in maxHeld", async () => {
    const calls = framesOf([call("x", "1"), call("y", "2"), call("z", "3")]);
    const ids = async (maxHeld: number): Promise<number> =>
      (await read([...calls, ...calls], "close", { maxHeld })).values.length;
    expect(await ids(10_000)).toBe(3);
    // Three calls take 3 * 1025 units: one less, and with the third all are emitted, and the next fragments begin anew.
    expect(await ids(3074)).toBe(6);
    const logprobs = [{ token: "t", logprob: -1, top_logprobs: [] }];
    const likely: Fragment<number> = { type: "assistant_text_content", text: "", logprobs };
    expect((await read(framesOf([likely, likely, likely]), "close", { maxHeld: 127 })).values).toHaveLength(2);
    expect((await read(framesOf([likely, likely, likely]), "close", { maxHeld: 1000 })).values).toHaveLength(1);
  });

  it("forgets what a call took up once it was emitted", async () => {
    const turns = Array.from({ length: 50 }, (_, at) => [
      call(`c${at}`, "[1"),
      call(`c${at}`, "]"),
      response(`c${at}`),
    ]).flat();
    const { values } = await read(framesOf(turns), "close", { maxHeld: 1100 });
    expect(canonical(chunksOf(values))).toBe(canonical(coalesce(turns).chunks));
  });

  it("adds usage up, bigints among numbers too", async () => {
    const stage = new CoalescedChunksStream<number | bigint>();
    expect(stage.usage).toBeUndefined();
    const usage = (completion_tokens: number | bigint): RunLoopFrame<number | bigint> => ({
      type: "chunk",
      chunk: { type: "usage", completion_tokens, prompt_tokens: 1, total_tokens: 2 },
    });
    const { stream } = pullSource([usage(5), usage(2n ** 60n), usage(1)]);
    const { values } = await readAll(stream.pipeThrough(stage));
    expect(values).toEqual([usage(5), usage(2n ** 60n), usage(1)]);
    expect(stage.usage).toEqual({ completion_tokens: 2n ** 60n + 6n, prompt_tokens: 3, total_tokens: 6 });
  });

  it("does not take a member of the peer's that is named input for its own", async () => {
    const theirs = { ...call("x", "{"), input: "theirs" };
    const { values } = await read(framesOf([theirs, theirs]));
    expect(chunksOf(values)).toEqual([call("x", "{{")]);
  });

  it("cancels its source with the reader's reason", async () => {
    const source = pullSource(framesOf([text("a"), { type: "user", prompt: "p" }]), "wait");
    const reader = source.stream.pipeThrough(new CoalescedChunksStream()).getReader();
    await reader.read();
    await reader.cancel("enough");
    // The pipe before the stage passes it on a turn later.
    await turn();
    expect(source.cancels).toEqual(["enough"]);
  });

  it("ends with the reason of its signal", async () => {
    const abort = new AbortController();
    const source = pullSource(framesOf([text("a")]), "wait");
    const reader = source.stream.pipeThrough(new CoalescedChunksStream({ signal: abort.signal })).getReader();
    const reading = reader.read();
    abort.abort("enough");
    await expect(reading).rejects.toBe("enough");
  });

  it.each([-1, Number.NaN, "many", "10", null, {}])("throws a TypeError for maxHeld %j", (maxHeld) => {
    const error = thrownBy(() => Reflect.construct(CoalescedChunksStream, [{ maxHeld }]));
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain("maxHeld");
  });

  it("is a TransformStream", () => {
    expect(new CoalescedChunksStream()).toBeInstanceOf(TransformStream);
  });

  it.each([
    ["text", () => text("x")],
    ["fragments of a hundred calls", (at: number) => call(`c${at % 100}`, "x")],
  ])("takes linear time for %s", async (_, chunkAt) => {
    const time = async (size: number): Promise<number> => {
      const frames = framesOf(Array.from({ length: size }, (_, at) => chunkAt(at)));
      const start = performance.now();
      await read(frames);
      return performance.now() - start;
    };
    // Linear is a factor of 16, quadratic one of 256.
    expect(
      await leastRatio(
        () => time(40_000),
        () => time(2500),
      ),
    ).toBeLessThan(64);
  });

  it("hands out what it held at the end in linear time", async () => {
    const time = async (size: number): Promise<number> => {
      const stage = new CoalescedChunksStream();
      const writer = stage.writable.getWriter();
      const reading = readAll(stage.readable);
      for (let at = 0; at < size; at++) await writer.write({ type: "chunk", chunk: call(`c${at}`, "x") });
      const start = performance.now();
      await writer.close();
      expect((await reading).values).toHaveLength(size);
      return performance.now() - start;
    };
    // Linear is a factor of 8, quadratic one of 64.
    expect(
      await leastRatio(
        () => time(60_000),
        () => time(7500),
      ),
    ).toBeLessThan(24);
  }, 60_000);
});

/** How much longer one takes than the other. Another process can only make a run slower, so the best of both count. */
async function leastRatio(long: () => Promise<number>, short: () => Promise<number>): Promise<number> {
  let [most, least] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 2; round++) {
    least = Math.min(least, await short());
    most = Math.min(most, await long());
  }
  return most / least;
}
