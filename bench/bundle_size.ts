import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { rolldown } from "rolldown";
import type { EntryPath } from "./budgets.ts";

/** What a bundle takes. */
export interface BundleSize {
  readonly minified: number;
  readonly gzipped: number;
  /** The files that have a part in it. */
  readonly files: readonly string[];
}

const root = fileURLToPath(new URL("..", import.meta.url));

function contentsOf(imports: readonly string[], from: EntryPath): string {
  const names = imports.join(", ");
  return `export ${names === "*" ? "*" : `{ ${names} }`} from "${from.replace(".", "./lib")}/mod.ts";`;
}

function sizeOf(text: string, parts: readonly (readonly [file: string, bytes: number])[]): BundleSize {
  const files = parts.filter(([, bytes]) => bytes > 0).map(([file]) => file);
  return { minified: Buffer.byteLength(text), gzipped: gzipSync(text, { level: 9 }).byteLength, files };
}

async function byEsbuild(imports: readonly string[], from: EntryPath = "."): Promise<BundleSize> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: contentsOf(imports, from), resolveDir: root, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    metafile: true,
  });
  const inputs = Object.entries(Object.values(metafile.outputs)[0]?.inputs ?? {});
  return sizeOf(
    outputFiles[0]?.text ?? "",
    inputs.map(([file, { bytesInOutput }]) => [file, bytesInOutput]),
  );
}

async function byRolldown(imports: readonly string[], from: EntryPath = "."): Promise<BundleSize> {
  const entry = `${root}size-entry.ts`;
  const bundle = await rolldown({
    input: entry,
    cwd: root,
    transform: { target: "es2022" },
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? contentsOf(imports, from) : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  const [{ code, modules }] = output;
  return sizeOf(
    code,
    Object.entries(modules).map(([file, { renderedLength }]) => [file, renderedLength]),
  );
}

/** The bundlers that sizes are measured with: none of them may be the only one that finds what is not needed. */
export const bundlers: Readonly<Record<"esbuild" | "rolldown", typeof byEsbuild>> = {
  esbuild: byEsbuild,
  rolldown: byRolldown,
};
