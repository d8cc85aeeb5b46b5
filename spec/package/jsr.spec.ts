import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { entryPoints } from "./support/entry_points.ts";

const root = new URL("../../", import.meta.url);

const read = (name: string) => JSON.parse(readFileSync(new URL(name, root), "utf8"));

const npm = read("package.json");
const jsr = read("deno.json");

describe("deno.json", () => {
  it("is the same release as package.json", () => {
    expect(jsr.name).toBe(`@${npm.name}/${npm.name}`);
    expect(jsr.version).toBe(npm.version);
    expect(jsr.license).toBe(npm.license);
  });

  it("exports what package.json exports: the sources in place of what is built of them", () => {
    const exported = Object.entries<{ types: string; default: string }>(npm.exports)
      .filter(([path]) => path !== "./package.json")
      .map(([path, target]) => {
        expect(target.types).toBe(target.default.replace(/\.js$/, ".d.ts"));
        return [path, target.default.replace("./dist/", "./lib/").replace(/\.js$/, ".ts")];
      });
    expect(exported.map(([path]) => path)).toEqual(entryPoints.map(({ path }) => path));
    expect(entryPoints.map(({ specifier }) => specifier)).toEqual([
      "channel-frames",
      "channel-frames/websocket",
      "channel-frames/connection",
      "channel-frames/proxy",
      "channel-frames/tape",
    ]);
    expect(jsr.exports).toEqual(Object.fromEntries(exported));
    for (const source of Object.values<string>(jsr.exports)) expect(existsSync(new URL(source, root))).toBe(true);
  });

  it("takes the packages that package.json depends on, in the same versions, and no others", () => {
    const imports = Object.entries(npm.dependencies).map(([name, range]) => [name, `npm:${name}@${range}`]);
    expect(jsr.imports).toEqual(Object.fromEntries(imports));
  });

  it("publishes what npm does, but for what is built, and the program that comes with npm", () => {
    const [built, ...files] = npm.files.filter((file: string) => !file.startsWith("!"));
    expect(built).toBe("dist");
    // npm takes these three of its own accord.
    expect([...jsr.publish.include].sort()).toEqual([...files, "LICENSE", "README.md", "deno.json"].sort());
    expect(jsr.publish.exclude).toEqual(["lib/cli", "lib/demo", "lib/page", "lib/tsconfig.json"]);
    for (const file of jsr.publish.include) expect(existsSync(new URL(file, root)), file).toBe(true);
  });
});
