import { findRuntimes } from "../../spec/runtimes/runner/find_runtimes.ts";
import { type Amounts, brief, full, quick, shorter } from "../amounts.ts";
import type { Findings } from "../figure.ts";
import type { Measured } from "../report/measured.ts";
import type { BenchOptions } from "./bench_options.ts";
import { installPeers } from "./install_peers.ts";
import { measureIn } from "./measure_in.ts";
import { PartBundles } from "./part_bundles.ts";
import type { PartName } from "./part_files.ts";

/** Browsers take up to ten times as long as the others, and of some runtimes nothing is promised. */
const amountsIn: Readonly<Record<string, Amounts>> = {
  node18: shorter,
  node26: shorter,
  chromium: shorter,
  firefox: brief,
};

/**
 * Measures every part in every runtime, one at a time, and tells on stderr how far it is.
 *
 * @throws when a runtime or a peer is missing and cannot be installed
 */
export async function measureAll(options: BenchOptions): Promise<readonly Measured[]> {
  if (options.parts.includes("peers")) await installPeers();
  const looked = await findRuntimes(options.runtimes, { mayChangeMachine: Boolean(process.env.CI) });
  const found = looked.map(({ runtime, found }) => {
    if (found === undefined) throw new Error(`${runtime.name} is missing (see spec/runtimes/README.md)`);
    return { ...runtime, ...found, findings: new Map<PartName, Findings>(), broken: new Map<PartName, string>() };
  });
  const all = found.length * options.parts.length;
  let at = 0;
  for (const name of options.parts) {
    const bundles = new PartBundles(name);
    try {
      for (const runtime of found) {
        const start = performance.now();
        try {
          const amounts = options.quick ? quick : (amountsIn[runtime.key] ?? full);
          runtime.findings.set(name, await measureIn(runtime, await bundles.with(amounts)));
        } catch (error) {
          runtime.broken.set(name, error instanceof Error ? error.message : String(error));
        }
        const seconds = ((performance.now() - start) / 1000).toFixed(1);
        const trouble = runtime.broken.get(name);
        console.error(`[${++at}/${all}] ${name} in ${runtime.name}: ${seconds} s${trouble ? `\n${trouble}` : ""}`);
      }
    } finally {
      await bundles.remove();
    }
  }
  return found;
}
