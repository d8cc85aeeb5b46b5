import { installRuntimes } from "./install_runtimes.ts";
import type { Found, Runtime } from "./runtime.ts";

/** A runtime, and what was found of it. */
export interface Looked {
  readonly runtime: Runtime;
  readonly found: Found | undefined;
}

/** Looks for the runtimes, and with `install` once more for those that were missing. */
export async function findRuntimes(
  runtimes: readonly Runtime[],
  install?: { readonly mayChangeMachine: boolean } | undefined,
): Promise<readonly Looked[]> {
  const looked = await Promise.all(runtimes.map(look));
  const missing = looked.filter(({ found }) => found === undefined).map(({ runtime }) => runtime);
  if (missing.length === 0 || install === undefined) return looked;
  // Whether it may be missing is decided later, by what is there then.
  await installRuntimes(missing, install.mayChangeMachine).catch((error: unknown) => console.error(error));
  return Promise.all(looked.map((one) => (one.found ? one : look(one.runtime))));
}

const look = async (runtime: Runtime): Promise<Looked> => ({ runtime, found: await runtime.find() });
