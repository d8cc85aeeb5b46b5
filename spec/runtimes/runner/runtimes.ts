import { browsers } from "./browsers.ts";
import type { Runtime } from "./runtime.ts";
import { runScript, scriptRuntime, socketsAt } from "./script_runtime.ts";
import { workerdRuntime } from "./workerd_runtime.ts";

const nodes = ["18", "20", "22", "24", "26"].map((major) =>
  scriptRuntime(`node${major}`, `Node ${major}`, `node${major}/bin/node`),
);

/** The eleven runtimes that the package is made for. */
export const runtimes: readonly Runtime[] = [
  ...nodes,
  scriptRuntime("deno", "Deno", "deno/deno", [
    "run",
    "--no-lock",
    "--no-prompt",
    "--allow-net=127.0.0.1",
    // For WebSocketStream.
    "--unstable-net",
  ]),
  scriptRuntime("bun", "Bun", "bun/bin/bun", ["run"]),
  workerdRuntime,
  ...browsers,
];

/** The Node that runs the runner, which is always there. */
export const thisNode: Runtime = {
  key: "node",
  name: "This Node",
  from: "npm",
  find: async () => ({
    version: process.versions.node,
    run: async (under, url) => [{ results: await runScript(process.execPath, under, [], [socketsAt(url)]) }],
  }),
};
