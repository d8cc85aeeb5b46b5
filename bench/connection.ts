/**
 * What it costs to have many channels over one connection, against the bare socket: `tsx bench/connection.ts [--quick]
 * [small large memory stalled fairness inMemory]`. What runs is bundled first, as `tsx` would give each closure that the
 * library makes a name, which costs more than the closure.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = new URL("connection/", import.meta.url);
const outdir = fileURLToPath(new URL("../node_modules/.cache/connection-bench/", import.meta.url));

await build({
  entryPoints: ["main.ts", "peer.ts", "heap.ts"].map((file) => fileURLToPath(new URL(file, here))),
  outdir,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "es2022",
});
const [, , ...flags] = process.argv;
const run = spawn(process.execPath, [`${outdir}main.mjs`, ...flags], { stdio: "inherit" });
run.once("exit", (code) => {
  process.exitCode = code ?? 1;
});
