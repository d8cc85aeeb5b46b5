import { fileURLToPath } from "node:url";
import { runCommand } from "./run_command.ts";
import type { Runtime } from "./runtime.ts";

const folder = fileURLToPath(new URL("..", import.meta.url));

/**
 * Installs what is missing among the runtimes: the programs of `package.json` from npm's registry, and, where the
 * machine may be changed, browsers from Debian's.
 */
export async function installRuntimes(missing: readonly Runtime[], mayChangeMachine: boolean): Promise<void> {
  if (missing.some(({ from }) => from === "npm")) {
    console.log("Installing the runtimes of spec/runtimes/package.json …");
    await runCommand("npm", ["ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"]);
  }
  const packages = missing.flatMap(({ from }) => (from === "npm" ? [] : from));
  if (packages.length === 0 || !mayChangeMachine || process.getuid?.() !== 0) return;
  console.log(`Installing ${packages.join(", ")} …`);
  await runCommand("apt-get", ["update"]);
  await runCommand("apt-get", ["install", "-y", "--no-install-recommends", ...packages]);
}
