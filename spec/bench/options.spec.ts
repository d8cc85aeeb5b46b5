import { describe, expect, it } from "vitest";
import { readOptions } from "../../bench/runner/bench_options.ts";
import { partNames } from "../../bench/runner/part_files.ts";

const read = (line: string) => {
  const { runtimes, ...rest } = readOptions(line === "" ? [] : line.split(" "));
  return { ...rest, runtimes: runtimes.map(({ key }) => key) };
};

const everywhere = ["node18", "node20", "node22", "node24", "node26", "deno", "bun", "chromium", "firefox"];

describe("the options of the benchmark", () => {
  it("are everything, everywhere, written down", () => {
    expect(read("")).toEqual({ parts: partNames, runtimes: everywhere, quick: false, write: true });
  });

  it("are everything in this Node, when it has to be quick", () => {
    expect(read("--quick")).toEqual({ parts: partNames, runtimes: ["node"], quick: true, write: false });
  });

  it("take parts, in the order in which they run, and runtimes", () => {
    expect(read("relay decode --runtime deno,node22 --quick")).toEqual({
      parts: ["decode", "relay"],
      runtimes: ["deno", "node22"],
      quick: true,
      write: false,
    });
    expect(read("decode").runtimes).toEqual(everywhere);
  });

  it("write a part of the results only on request", () => {
    expect(read("decode").write).toBe(false);
    expect(read("--runtime deno").write).toBe(false);
    expect(read("--runtime deno --write").write).toBe(true);
  });

  it.each([
    ["decoed", "There is no part decoed; there are decode, "],
    ["--runtime workerd", "There is no runtime workerd; there are node, "],
    ["--fast", "--fast"],
  ])("know no %s", (line, message) => {
    expect(() => read(line)).toThrow(message);
  });
});
