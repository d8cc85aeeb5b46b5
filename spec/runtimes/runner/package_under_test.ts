import { cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { runCommand } from "./run_command.ts";
import { createTemporaryFolder } from "./temporary_folder.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const entries = fileURLToPath(new URL("../entries", import.meta.url));

/** The package as its users get it, and the suite beside it. */
export interface PackageUnderTest {
  /** A folder that holds nothing but what is run. */
  readonly folder: string;
  /** For Node, Deno and Bun: the suite in one file, which finds the package in `node_modules` by the runtime's rules. */
  readonly script: string;
  /** For workerd and browsers, which find nothing by themselves: the folder of suite and package in one file each. */
  readonly bundles: string;
  remove(): Promise<void>;
}

/** Builds and packs the package, and installs it twice: as itself, and as a copy that must get on with the first. */
export async function preparePackage(): Promise<PackageUnderTest> {
  const temporary = await createTemporaryFolder("package");
  try {
    const folder = join(temporary.path, "user");
    await installTarball(await pack(temporary.path), folder);
    const bundles = await bundle(folder);
    return { folder, script: join(folder, "process.mjs"), bundles, remove: () => temporary.remove() };
  } catch (error) {
    await temporary.remove();
    throw error;
  }
}

/** Works on a copy, as `npm run build` removes `dist`, which others may be using. */
async function pack(base: string): Promise<string> {
  const source = join(base, "source");
  await mkdir(source);
  for (const name of ["lib", "package.json", "tsconfig.json", "README.md", "CHANGELOG.md", "LICENSE"]) {
    await cp(join(root, name), join(source, name), { recursive: true });
  }
  await symlink(join(root, "node_modules"), join(source, "node_modules"));
  await runCommand("npm", ["run", "build"], source);
  await runCommand("npm", ["pack", "--pack-destination", base], source);
  const tarball = (await readdir(base)).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("npm pack has made no tarball");
  return join(base, tarball);
}

async function installTarball(tarball: string, folder: string): Promise<void> {
  const manifest: { dependencies?: Record<string, string> } = JSON.parse(
    await readFile(join(root, "package.json"), "utf8"),
  );
  // What the package depends on is installed already, and need not be fetched.
  const dependencies = Object.keys(manifest.dependencies ?? {}).map((name) => join(root, "node_modules", name));
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const flags = ["--prefer-offline", "--install-links", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save"];
  const copy = `channel-frames-again@file:${tarball}`;
  await runCommand("npm", ["install", ...flags, tarball, copy, ...dependencies], folder);
}

async function bundle(folder: string): Promise<string> {
  const bundles = join(folder, "bundles");
  const common = { bundle: true, format: "esm", target: "es2022", logLevel: "warning" } as const;
  const names = ["process", "page", "web_worker", "workerd"];
  await build({
    ...common,
    entryPoints: names.map((name) => join(entries, `${name}.ts`)),
    // Whoever can find the package must find it, and in its own way.
    external: ["channel-frames", "channel-frames-again", "node:*"],
    loader: { ".jsonl": "text" },
    // The repository's own would lead to the sources.
    tsconfigRaw: {},
    outdir: folder,
    outExtension: { ".js": ".mjs" },
  });
  await build({
    ...common,
    entryPoints: names.slice(1).map((name) => join(folder, `${name}.mjs`)),
    outdir: bundles,
  });
  return bundles;
}
