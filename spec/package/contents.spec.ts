import { readdirSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltProject, buildProject } from "./support/build_project.ts";
import { entryPoints } from "./support/entry_points.ts";
import { packProject } from "./support/pack_project.ts";
import { root } from "./support/root.ts";

let project: BuiltProject;
let files: readonly string[];
let sources: readonly string[];

const dependencies = ["valibot", "@msgpack/msgpack"];

const textOf = (path: string): string => readFileSync(join(project.folder, path), "utf8");

beforeAll(async () => {
  project = await buildProject();
  files = (await packProject(project.folder, "--dry-run")).files;
  sources = readdirSync(join(project.folder, "lib"), { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    // Of the page there is only what is built of it.
    .filter((name) => name.endsWith(".ts") && !name.startsWith("page/"))
    .map((name) => name.replace(/\.ts$/, ""));
}, 60_000);

afterAll(() => project.remove());

describe("the tarball", () => {
  it("holds each source, what is built of it, and six files beside", () => {
    const built = sources.flatMap((name) =>
      [".js", ".js.map", ".d.ts", ".d.ts.map"].map((end) => `dist/${name}${end}`),
    );
    const expected = [
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "dist/page/index.html",
      "lib/tape/FORMAT.md",
      "package.json",
      ...built,
      ...sources.map((name) => `lib/${name}.ts`),
    ];
    expect(sources.length).toBeGreaterThan(100);
    expect([...files].sort()).toEqual(expected.sort());
  });

  it("holds what package.json says the entry points are", () => {
    const { exports } = JSON.parse(textOf("package.json"));
    const targets = Object.values<Record<string, string> | string>(exports).flatMap((target) =>
      typeof target === "string" ? [target] : Object.values(target),
    );
    expect(targets).toContain("./dist/mod.d.ts");
    for (const target of targets) expect(files).toContain(target.slice(2));
  });

  it.each(entryPoints)(
    "has $specifier, typed, and with the same values as its source",
    async ({ specifier, module }) => {
      for (const end of ["js", "d.ts"]) expect(files).toContain(`dist/${module}.${end}`);
      const built: object = await import(pathToFileURL(join(project.folder, `dist/${module}.js`)).href);
      expect(Object.keys(built)).toEqual(Object.keys(await import(specifier)));
    },
  );

  it("names no file that only this machine has", () => {
    for (const file of files) {
      const text = textOf(file);
      expect(text, file).not.toContain(root);
      expect(text, file).not.toContain(project.folder);
      expect(text, file).not.toMatch(/\/(?:root|home|tmp|Users)\/|localhost:\d/);
      // The demo tells of files that are nowhere.
      if (!/^(?:dist|lib)\/demo\//.test(file)) expect(text, file).not.toContain("file://");
    }
  });

  it("has code that imports only files that are in it, and what it depends on", () => {
    for (const file of files.filter((name) => /\.(?:js|d\.ts)$/.test(name))) {
      const code = textOf(file).replace(/\/\*[\s\S]*?\*\//g, "");
      for (const [, specifier = ""] of code.matchAll(/\bfrom "([^"]+)"/g)) {
        if (/^dist\/(?:cli|demo)\//.test(file) ? !specifier.startsWith(".") : dependencies.includes(specifier))
          continue;
        const target = join(dirname(file), specifier);
        // Declarations keep the .ts of the source, which TypeScript reads as the .d.ts beside it.
        expect(files, `${file} imports ${specifier}`).toContain(
          file.endsWith(".d.ts") ? target.replace(/\.ts$/, ".d.ts") : target,
        );
      }
    }
  });
});

describe("the source maps", () => {
  const maps = (): readonly string[] => files.filter((name) => name.endsWith(".map"));

  it("belong to the file beside them, which names them", () => {
    expect(maps().length).toBe(sources.length * 2);
    for (const map of maps()) {
      const file = map.replace(/\.map$/, "");
      expect(textOf(file).trimEnd().split("\n").at(-1)).toBe(`//# sourceMappingURL=${map.split("/").at(-1)}`);
    }
  });

  it("name sources that are in the tarball", () => {
    for (const map of maps()) {
      const { sources: named, sourceRoot = "" } = JSON.parse(textOf(map));
      expect(named.length, map).toBe(1);
      for (const source of named) expect(files).toContain(join(dirname(map), sourceRoot, source));
    }
  });

  it("lead from each exported name to the same name in its source", () => {
    let found = 0;
    for (const map of maps()) {
      const payload = JSON.parse(textOf(map));
      const sourceMap = new SourceMap(payload);
      const lines = textOf(join(dirname(map), payload.sources[0])).split("\n");
      for (const [at, line] of textOf(map.replace(/\.map$/, ""))
        .split("\n")
        .entries()) {
        const [start, name] =
          /^export (?:declare )?(?:abstract )?(?:class|function|const|interface|type) (\w+)/.exec(line) ?? [];
        if (start === undefined || name === undefined) continue;
        const entry = sourceMap.findEntry(at, start.length - name.length);
        if (!("originalLine" in entry)) throw new Error(`${map} knows nothing of ${name}`);
        expect(lines[entry.originalLine]?.slice(entry.originalColumn), `${map}: ${name}`).toMatch(
          new RegExp(`^${name}\\b`),
        );
        found++;
      }
    }
    expect(found).toBeGreaterThan(250);
  });
});
