import { describe, expect, it } from "vitest";
import { toLimits } from "../../lib/frame/limits.ts";

describe("toLimits", () => {
  it("has the defaults of the design", () => {
    const defaults = { maxMessageBytes: 64 * 1024 * 1024, maxDepth: 127, integers: "number" };
    expect(toLimits(undefined)).toEqual(defaults);
    expect(toLimits({})).toEqual(defaults);
    expect(toLimits({ maxMessageBytes: undefined, maxDepth: undefined, integers: undefined })).toEqual(defaults);
  });

  it("takes what it is given, 0 and Infinity too", () => {
    const given = { maxMessageBytes: 0, maxDepth: Number.POSITIVE_INFINITY, integers: "bigint" } as const;
    expect(toLimits(given)).toEqual(given);
  });
});
