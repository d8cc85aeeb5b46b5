/**
 * What it costs to record a channel, against not recording it, and to write and read tapes: `tsx bench/tape.ts [--quick]
 * [socket inMemory formats memory]`. What runs is bundled first, as `tsx` would give each closure that the library makes
 * a name, which costs more than the closure.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = new URL("tape/", import.meta.url);
const outdir = fileURLToPath(new URL("../node_modules/.cache/tape-bench/", import.meta.url));

await build({
  entryPoints: ["main.ts", "sender.ts"].map((file) => fileURLToPath(new URL(file, here))),
  outdir,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "es2022",
});
const [, , ...flags] = process.argv;
const run = spawn(process.execPath, ["--expose-gc", `${outdir}main.mjs`, ...flags], { stdio: "inherit" });
run.once("exit", (code) => {
  process.exitCode = code ?? 1;
});
