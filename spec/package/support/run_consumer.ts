import { delimiter, join } from "node:path";
import { type Consumer, checksOf } from "./consumer.ts";
import { installConsumer, type Release, toolOf } from "./install_consumer.ts";
import { runCommand } from "./run_command.ts";

/** One row of the table. */
export interface Row {
  readonly consumer: string;
  /** What was checked. */
  readonly check: string;
  readonly tool: string;
  readonly ok: boolean;
  readonly result: string;
  readonly seconds: number;
  readonly output: string;
}

/** Installs a consumer, then runs its checks one after the other, and tells each as soon as it is over. */
export async function runConsumer(
  consumer: Consumer,
  folder: string,
  release: Release,
  tell: (row: Row) => void,
): Promise<void> {
  const { description } = consumer.manifest;
  const checks = checksOf(consumer);
  const begun = performance.now();
  const row = { consumer: consumer.name, check: `${description}: install`, tool: "npm", ok: false };
  try {
    await installConsumer(consumer, folder, release);
    if (checks.length === 0) throw new Error(`The consumer ${consumer.name} checks nothing`);
  } catch (error) {
    tell({ ...row, result: "failed", seconds: secondsSince(begun), output: String(error) });
    return;
  }
  const tool = await toolOf(consumer, folder);
  const env = {
    PATH: [join(folder, "node_modules/.bin"), process.env.PATH].join(delimiter),
    TARBALL: release.tarball,
    DENO_DIR: join(folder, ".deno"),
  };
  for (const [name, script] of checks) {
    const start = performance.now();
    const { code, stdout, output } = await runCommand(script, { cwd: folder, env });
    const last = stdout.trimEnd().split("\n").at(-1) ?? "";
    // A check that ends well without a word has checked nothing.
    const ok = code === 0 && last.startsWith("ok");
    const result = ok ? last : `failed (exit code ${code})`;
    const check = name.replace(/^check/, description).replace(":", ": ");
    tell({ consumer: consumer.name, check, tool, ok, result, seconds: secondsSince(start), output });
  }
}

const secondsSince = (start: number): number => (performance.now() - start) / 1000;
