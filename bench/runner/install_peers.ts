import { access, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { runCommand } from "../../spec/runtimes/runner/run_command.ts";

const folder = fileURLToPath(new URL("..", import.meta.url));

/**
 * Installs the packages of `bench/package.json`, unless all of them are there.
 *
 * @throws when one of them is missing afterwards
 */
export async function installPeers(): Promise<void> {
  if ((await missingPeers()).length === 0) return;
  console.error("Installing the peers of bench/package.json …");
  // What is optional among their dependencies is native, and runs in Node alone.
  const flags = ["--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund"];
  await runCommand("npm", ["ci", "--prefix", folder, ...flags]);
  const missing = await missingPeers();
  if (missing.length > 0) throw new Error(`The peers ${missing.join(", ")} are missing in bench/node_modules`);
}

/** Which packages of `bench/package.json` are not there. */
export async function missingPeers(): Promise<readonly string[]> {
  const manifest: { dependencies?: Record<string, string> } = JSON.parse(
    await readFile(`${folder}package.json`, "utf8"),
  );
  const names = Object.keys(manifest.dependencies ?? {});
  const found = await Promise.all(names.map((name) => isThere(`${folder}node_modules/${name}/package.json`)));
  return names.filter((_, at) => !found[at]);
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
