import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apiText } from "./support/api_text.ts";
import { emitDeclarations } from "./support/emit_declarations.ts";
import { entryPoints } from "./support/entry_points.ts";

const committed = new URL("../api.txt", import.meta.url);

let report: string;

beforeAll(async () => {
  report = await emitDeclarations((folder) => apiText(folder, entryPoints));
}, 60_000);

describe("spec/api.txt", () => {
  it("is the public surface: whoever changes that does it knowingly", () => {
    const text = existsSync(committed) ? readFileSync(committed, "utf8") : "";
    expect(text, "spec/api.txt is stale. If the change of the public surface is meant: npm run api").toBe(report);
  });

  it.each(entryPoints)("has every value that $specifier exports", async ({ specifier }) => {
    const [, exported = ""] = report.split(`\n== Exported by ${specifier}\n`);
    const [section = ""] = exported.split("\n== ");
    const names = Object.keys(await import(specifier));
    expect(names).not.toEqual([]);
    for (const name of names) {
      expect(section).toMatch(new RegExp(`^export declare (?:abstract )?(?:class|const|function) ${name}\\b`, "m"));
    }
  });

  it("names no type of another package, so that no version of one can clash with a user's own", () => {
    expect(report).not.toMatch(/^import |\bimport\(/m);
  });

  it("holds no comment", () => {
    expect(report).not.toMatch(/\/\*|^\s*\/\//m);
  });
});

describe("the report", () => {
  let folder: string;

  const fixtures = [
    { path: ".", specifier: "fixture", module: "mod" },
    { path: "./more", specifier: "fixture/more", module: "more/mod" },
  ];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "channel-frames-api-"));
    const files = {
      "mod.d.ts": 'export { b as renamed, type A } from "./one.ts";\nexport type * from "./two.ts";\n',
      "one.d.ts":
        'import type { Hidden } from "./three.ts";\nimport type { Other } from "package";\n' +
        "export interface A extends Hidden { Unused: Other }\ndeclare const b: A;\nexport { b };\n",
      "two.d.ts": "export declare function f(a: 1): void;\nexport declare function f(a: 2): void;\ntype Unused = 1;\n",
      "more/mod.d.ts":
        'export { b as again, type A } from "../one.ts";\nexport interface More { readonly hidden: Hidden }\n' +
        'import type { Hidden } from "../three.ts";\n',
      "three.d.ts": "type Deep = 1;\nexport interface Hidden { readonly deep: Deep }\n",
    };
    mkdirSync(join(folder, "more"));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it("follows names through files, and lists what is exported and what that needs", () => {
    const [, exported, more, inner] = apiText(folder, fixtures).split(/^== .*\n\n/m);
    expect(exported).toBe(
      "export interface A extends Hidden { Unused: Other }\n\n" +
        "export declare function f(a: 1): void;\nexport declare function f(a: 2): void;\n\n" +
        "declare const b: A;\nexport { b as renamed };\n\n",
    );
    expect(more).toBe(
      'export { A } from "fixture";\n\nexport interface More { readonly hidden: Hidden }\n\n' +
        'export { renamed as again } from "fixture";\n\n',
    );
    expect(inner).toBe(
      'type Deep = 1;\n\nexport interface Hidden { readonly deep: Deep }\n\nimport Other from "package";\n',
    );
  });

  it("does not overlook what it does not know", () => {
    writeFileSync(join(folder, "two.d.ts"), "export declare enum E { A }\n");
    expect(() => apiText(folder, fixtures)).toThrow("unknown kind TSEnumDeclaration");
    writeFileSync(join(folder, "two.d.ts"), 'export { gone } from "./three.ts";\n');
    expect(() => apiText(folder, fixtures)).toThrow("Nothing declares gone");
  });
});
