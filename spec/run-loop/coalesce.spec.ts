import { type AgenticLoopChunk, coalesce, decodeFrame, type Fragment, runLoopFrames } from "channel-frames";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonical } from "../frame/json_oracle.ts";
import { isLinear } from "../frame/probes.ts";
import { T, TC } from "../support/messages.ts";
import { coalesceNaively } from "./coalesce_model.ts";
import { anyLoop, deepFrozen } from "./loop_arbitrary.ts";

const text = (value: string, rest: object = {}): AgenticLoopChunk => ({
  type: "assistant_text_content",
  text: value,
  ...rest,
});
const call = (id: string, fragment?: string, rest: object = {}): AgenticLoopChunk => ({
  type: "assistant_tool_call",
  id,
  name: "f",
  ...(fragment !== undefined && { arguments: fragment }),
  ...rest,
});
const usage = <N>(completion_tokens: N, prompt_tokens: N, total_tokens: N): Fragment<N> => ({
  type: "usage",
  completion_tokens,
  prompt_tokens,
  total_tokens,
});

/** What puts a chunk on a thread. */
const on = (parent_tool_call_id: string | null): object => ({ parent_tool_call_id });

function chunkOf(message: Uint8Array): AgenticLoopChunk {
  const frame = decodeFrame(runLoopFrames, message);
  return frame.type === "chunk" ? frame.chunk : expect.fail("no chunk");
}

describe("coalesce", () => {
  it("agrees with the rules of the protocol, taken step by step, and changes no chunk", () => {
    fc.assert(
      fc.property(anyLoop, (chunks) => {
        const before = canonical(chunks);
        expect(canonical(coalesce(deepFrozen(chunks)).chunks)).toBe(canonical(coalesceNaively(chunks)));
        expect(canonical(chunks)).toBe(before);
      }),
      { numRuns: 1000 },
    );
  });

  it("gives nothing for nothing", () => {
    expect(coalesce([])).toEqual({ chunks: [] });
  });

  it("joins text of one type with the text directly before it", () => {
    expect(coalesce([text("Hel"), text("lo")]).chunks).toEqual([text("Hello")]);
    expect(coalesce([text("a"), call("x", "{}"), text("b"), text("c")]).chunks).toEqual([
      text("a"),
      { ...call("x", "{}"), input: {} },
      text("bc"),
    ]);
    const reasoning: AgenticLoopChunk = { type: "assistant_reasoning", text: "r" };
    expect(coalesce([text("a"), reasoning, text("b")]).chunks).toHaveLength(3);
    const user: AgenticLoopChunk = { type: "user", prompt: "p" };
    expect(coalesce([text("a"), user, text("b")]).chunks).toHaveLength(3);
    expect(coalesce([user, user]).chunks).toEqual([user, user]);
  });

  it("joins text of one thread only; absent and null are both the main one", () => {
    expect(coalesce([text("a"), text("b", on(null)), text("c")]).chunks).toEqual([text("abc")]);
    expect(coalesce([text("a"), text("b", on("p")), text("c", on("p")), text("d", on(""))]).chunks).toEqual([
      text("a"),
      text("bc", on("p")),
      text("d", on("")),
    ]);
  });

  it("appends log probabilities, and drops everything else of later fragments", () => {
    const logprob = (token: string): object => ({ token, logprob: -1, top_logprobs: [] });
    expect(
      coalesce([
        text("a", { _meta: { a: 1 }, logprobs: [logprob("a")] }),
        text("b", { _meta: { b: 1 }, annotations: {}, logprobs: null }),
        text("c", { logprobs: [logprob("c"), logprob("d")] }),
      ]).chunks,
    ).toEqual([text("abc", { _meta: { a: 1 }, logprobs: [logprob("a"), logprob("c"), logprob("d")] })]);
    expect(coalesce([text("a"), text("b", { logprobs: [logprob("b")] })]).chunks).toEqual([
      text("ab", { logprobs: [logprob("b")] }),
    ]);
    expect(coalesce([text("a", { logprobs: [] }), text("b")]).chunks).toEqual([text("ab", { logprobs: [] })]);
  });

  it("joins calls by id wherever they stand, in the order of their first fragments", () => {
    const fragments = [TC("x", "f", '{"a"'), TC("y", "g", '{"b"'), TC("x", "f", ":1}"), TC("y", "g", ":2}")];
    expect(coalesce(fragments.map(chunkOf)).chunks).toEqual([
      { type: "assistant_tool_call", id: "x", name: "f", arguments: '{"a":1}', input: { a: 1 } },
      { type: "assistant_tool_call", id: "y", name: "g", arguments: '{"b":2}', input: { b: 2 } },
    ]);
  });

  it("keeps the first name of a call, and takes fragments without arguments for nothing", () => {
    const fragments = [TC("x", "f", "{"), TC("x", "other", "}"), TC("x", "f", ""), TC("x", "f")];
    expect(coalesce(fragments.map(chunkOf)).chunks).toEqual([
      { type: "assistant_tool_call", id: "x", name: "f", arguments: "{}", input: {} },
    ]);
  });

  it("keeps calls of one id on two threads apart", () => {
    const chunks = [
      call("x", "[1", { parent_tool_call_id: "p" }),
      call("x", "[2"),
      call("x", "]", { parent_tool_call_id: "p" }),
      call("x", "]", { parent_tool_call_id: null }),
    ];
    expect(coalesce(chunks).chunks).toEqual([
      call("x", "[1]", { parent_tool_call_id: "p", input: [1] }),
      call("x", "[2]", { input: [2] }),
    ]);
    // Neither thread nor id may run into the other.
    expect(coalesce([call("bc", "1", on("a")), call("c", "2", on("ab"))]).chunks).toHaveLength(2);
    expect(coalesce([call("x", "1"), call("x", "2", on("null"))]).chunks).toHaveLength(2);
    expect(coalesce([call('","x', "1"), call("x", "2", { parent_tool_call_id: '","' })]).chunks).toHaveLength(2);
  });

  it("drops nothing as a duplicate", () => {
    expect(coalesce([T("a"), T("a"), TC("x", "f", "{}"), TC("x", "f", "{}")].map(chunkOf)).chunks).toEqual([
      text("aa"),
      call("x", "{}{}"),
    ]);
  });

  it.each([
    ["{}", {}],
    ["[1,2]", [1, 2]],
    ["null", null],
    ["false", false],
    ["0", 0],
    ['""', ""],
    [' {"a":1} ', { a: 1 }],
  ])("has the arguments %s parsed as input", (fragment, input) => {
    const [whole] = coalesce([call("x", fragment)]).chunks;
    expect(whole).toEqual({ ...call("x", fragment), input });
  });

  it.each([undefined, "", " ", "{", "{}}", "nope", "'a'", '{"a":1', "NaN"])(
    "has no input while the arguments are %j",
    (fragment) => {
      const [whole] = coalesce([call("x", fragment)]).chunks;
      expect(whole).toEqual(call("x", fragment));
      expect(Object.hasOwn(Object(whole), "input")).toBe(false);
    },
  );

  it("has only JSON values as input: what no peer may send is no input either", () => {
    for (const fragment of ["1e400", '{"a":[-1e999]}']) {
      expect(Object.hasOwn(Object(coalesce([call("x", fragment)]).chunks[0]), "input")).toBe(false);
    }
  });

  it("parses magic keys of arguments as own members", () => {
    const [whole] = coalesce([call("x", '{"__proto__":{"y":1}}')]).chunks;
    const input: unknown = Reflect.get(Object(whole), "input");
    expect(Object.keys(Object(input))).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
  });

  it("does not take a member of the peer's that is named input for its own", () => {
    const theirs = { input: "theirs" };
    expect(coalesce([call("x", "{", theirs)]).chunks).toEqual([call("x", "{")]);
    expect(coalesce([call("x", undefined, theirs)]).chunks).toEqual([call("x")]);
    expect(coalesce([call("x", "[1", theirs), call("x", "]", theirs)]).chunks).toEqual([
      call("x", "[1]", { input: [1] }),
    ]);
    // Of other chunks it is just a member.
    expect(coalesce([text("a", theirs)]).chunks).toEqual([text("a", theirs)]);
  });

  it("takes arguments that are an object as whole", () => {
    const whole = (args: object): Fragment<number> => ({
      type: "assistant_tool_call",
      id: "x",
      name: "f",
      arguments: { ...args },
    });
    expect(coalesce([whole({ a: 1 })]).chunks).toEqual([{ ...whole({ a: 1 }), input: { a: 1 } }]);
    expect(coalesce([whole({ a: 1 }), whole({ b: 2 }), call("x", "more")]).chunks).toEqual([
      { ...whole({ a: 1 }), input: { a: 1 } },
    ]);
    expect(coalesce([call("x"), whole({ a: 1 })]).chunks).toEqual([{ ...whole({ a: 1 }), input: { a: 1 } }]);
  });

  it("leaves usage chunks standing and adds them up", () => {
    const chunks = [usage(5, 10, 15), text("a"), usage(2, 0, 2)];
    expect(coalesce(chunks)).toEqual({
      chunks,
      usage: { completion_tokens: 7, prompt_tokens: 10, total_tokens: 17 },
    });
    expect(coalesce([usage(0, 0, 0)]).usage).toEqual({ completion_tokens: 0, prompt_tokens: 0, total_tokens: 0 });
    expect(Object.hasOwn(coalesce([text("a")]), "usage")).toBe(false);
  });

  it("adds up numbers and bigints exactly", () => {
    const chunks = [
      usage<number | bigint>(1, 2n ** 60n, 3),
      usage<number | bigint>(2n ** 62n, 1, 4),
      usage<number | bigint>(1, 1n, 5),
    ];
    expect(coalesce(chunks).usage).toEqual({
      completion_tokens: 2n ** 62n + 2n,
      prompt_tokens: 2n ** 60n + 2n,
      total_tokens: 12,
    });
  });

  it("keeps members with magic keys as own members", () => {
    const first: AgenticLoopChunk = JSON.parse(
      '{"type":"assistant_refusal","text":"a","__proto__":{"x":1},"constructor":2}',
    );
    const toolCall: AgenticLoopChunk = JSON.parse(
      '{"type":"assistant_tool_call","id":"x","name":"f","arguments":"1","__proto__":{"y":1}}',
    );
    const whole = coalesce([first, first, toolCall, toolCall]).chunks;
    expect(whole.map((chunk) => Object.keys(chunk))).toEqual([
      ["type", "text", "__proto__", "constructor"],
      ["type", "id", "name", "arguments", "__proto__", "input"],
    ]);
    for (const chunk of whole) expect(Object.getPrototypeOf(chunk)).toBe(Object.prototype);
  });

  it("takes any iterable, once", () => {
    function* generate(): Generator<AgenticLoopChunk> {
      yield text("a");
      yield text("b");
    }
    expect(coalesce(generate()).chunks).toEqual([text("ab")]);
    expect(coalesce(new Set([text("a"), text("b")])).chunks).toEqual([text("ab")]);
  });

  const loops: readonly (readonly [string, (at: number) => AgenticLoopChunk])[] = [
    ["text", () => text("x")],
    ["text with log probabilities", () => text("x", { logprobs: [{ token: "x", logprob: -1, top_logprobs: [] }] })],
    ["a hundred calls side by side", (at) => call(`c${at % 100}`, "x")],
    ["one call", (at) => call("c", at === 0 ? "[1" : ",1")],
    ["calls of one fragment", (at) => call(`c${at}`, "1")],
    ["chunks that stand alone", (at) => (at % 2 === 0 ? text("x") : { type: "user", prompt: "p" })],
  ];

  it.each(loops)("takes linear time for %s", (_, chunkAt) => {
    const chunks = Array.from({ length: 32_000 }, (_, at) => chunkAt(at));
    expect(isLinear(2000, (size) => coalesce(chunks.slice(0, size)))).toBe(true);
  });
});
