import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

export const templates: string = fileURLToPath(new URL("../consumers/", import.meta.url));

/** What the package.json of a template says. Each of its scripts whose name begins with `check` is one row. */
export interface Manifest {
  readonly description: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly config: {
    /** What its checks are about: a package whose version the table shows, or `node`. */
    readonly tool: string;
    /** Folders of `spec/package/shared` that it needs. */
    readonly shared: readonly string[];
    /** Folders that it needs a copy of the repository in. */
    readonly project?: readonly string[];
  };
}

/** A package that depends on ours. */
export interface Consumer {
  readonly name: string;
  readonly manifest: Manifest;
}

/** All templates, or those of the given names. */
export async function listConsumers(only: readonly string[]): Promise<readonly Consumer[]> {
  const all = (await readdir(templates)).sort();
  const unknown = only.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`No consumer is named ${unknown.join(", ")}. There are: ${all.join(", ")}`);
  const names = only.length > 0 ? only : all;
  return Promise.all(
    names.map(async (name) => ({
      name,
      manifest: JSON.parse(await readFile(`${templates}${name}/package.json`, "utf8")),
    })),
  );
}

/** Its checks: their names and commands. */
export function checksOf({ manifest }: Consumer): readonly (readonly [name: string, command: string])[] {
  return Object.entries(manifest.scripts).filter(([name]) => name.startsWith("check"));
}
