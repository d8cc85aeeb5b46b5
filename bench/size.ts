/**
 * Prints what entry points of the library cost a bundle, minified and gzipped with the schema library they need, and
 * fails when one is over its budget: `npm run size`.
 */
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

interface Budget {
  readonly name: string;
  readonly imports: readonly string[];
  readonly bytes: number;
  readonly forbidden?: string;
}

const budgets: readonly Budget[] = [
  { name: "guard alone", imports: ["TerminalGuard"], bytes: 1_200, forbidden: "valibot" },
  {
    name: "relay of raw messages with the guard",
    imports: ["MessageGuard"],
    bytes: 2_000,
    forbidden: "valibot",
  },
  {
    name: "raw frames, guarded, and back",
    imports: ["GuardedDecoderStream", "FrameEncoderStream", "rawFrames"],
    bytes: 2_400,
    forbidden: "valibot",
  },
  { name: "reader of a notification channel", imports: ["NotificationDecoderStream", "TerminalGuard"], bytes: 8_000 },
];

let over = false;
for (const { name, imports, bytes, forbidden } of budgets) {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `export { ${imports.join(", ")} } from "./lib/mod.ts";`,
      resolveDir: new URL("..", import.meta.url).pathname,
      loader: "ts",
    },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    metafile: true,
  });
  const text = outputFiles[0]?.text ?? "";
  const gzipped = gzipSync(text, { level: 9 }).byteLength;
  const inputs = Object.entries(Object.values(metafile.outputs)[0]?.inputs ?? {});
  const found = inputs.some(([path, { bytesInOutput }]) => forbidden && path.includes(forbidden) && bytesInOutput > 0);
  const verdict = gzipped > bytes ? "over budget" : found ? `holds ${forbidden}` : "ok";
  over ||= verdict !== "ok";
  console.log(
    `${name.padEnd(36)} ${String(text.length).padStart(7)} B  ${String(gzipped).padStart(6)} B gzip  of ${bytes}  ${verdict}`,
  );
}
if (over) process.exitCode = 1;
