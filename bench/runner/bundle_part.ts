import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { PackageUnderTest } from "../../spec/runtimes/runner/package_under_test.ts";
import { createTemporaryFolder } from "../../spec/runtimes/runner/temporary_folder.ts";
import type { Amounts } from "../amounts.ts";
import type { PartName } from "./part_files.ts";
import { partFiles } from "./part_files.ts";

const bench = fileURLToPath(new URL("..", import.meta.url));

/**
 * Bundles a part for every runtime, in the form in which `spec/runtimes` starts things: a script for Node, Deno and Bun,
 * and a page. `tsx` would give each closure of the library a name, which costs more than the closure.
 */
export async function bundlePart(part: PartName, amounts: Amounts): Promise<PackageUnderTest> {
  const temporary = await createTemporaryFolder("bench");
  const { path: folder } = temporary;
  const { file, name } = partFiles[part];
  const bundle = async (entry: "process" | "page", outfile: string): Promise<void> => {
    const contents = [
      `import { ${name} } from "./parts/${file}";`,
      `import { run } from "./entries/${entry}.ts";`,
      `await run(${name}, ${JSON.stringify(amounts)});`,
    ];
    await build({
      stdin: { contents: contents.join("\n"), resolveDir: bench, loader: "ts" },
      outfile,
      bundle: true,
      format: "esm",
      target: "es2022",
      platform: "neutral",
      mainFields: ["module", "main"],
      // What a package has for Node alone would not run everywhere.
      conditions: ["import", "browser"],
      external: ["node:*"],
      logLevel: "warning",
    });
  };
  const script = join(folder, "process.mjs");
  await bundle("process", script);
  await bundle("page", join(folder, "page.js"));
  return { folder, script, bundles: folder, remove: () => temporary.remove() };
}
