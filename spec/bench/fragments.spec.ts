import { coalesce } from "channel-frames";
import { describe, expect, it } from "vitest";
import { callFragments, fragmentsIn } from "../../bench/fragments.ts";

describe("fragments of tool calls", () => {
  it.each([1, 4, 100])("belong to %d calls, and none is lost", (calls) => {
    const fragments = callFragments(400, calls);
    expect(new Set(fragments.map(({ id }) => id)).size).toBe(calls);
    const { chunks } = coalesce(fragments);
    expect(fragmentsIn(chunks, calls)).toBe(400);
    const parts = chunks.flatMap((chunk) => (chunk.type === "assistant_tool_call" ? chunk.input : []));
    expect(new Set(parts)).toEqual(new Set(Array.from({ length: 400 }, (_, at) => `part ${at}`)));
  });

  it("are missed when they were not put together", () => {
    const fragments = callFragments(10, 2);
    expect(() => fragmentsIn(fragments, 2)).toThrow("10 of 2 calls came out");
    expect(fragmentsIn(coalesce(fragments.slice(1)).chunks, 2)).toBeLessThan(10);
  });
});
