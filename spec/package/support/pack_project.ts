import { runOrThrow } from "./run_command.ts";

export interface Packed {
  /** The name of the tarball. */
  readonly filename: string;
  /** The paths of the files in it. */
  readonly files: readonly string[];
}

interface PackReport {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** What `npm pack` makes of a built project; with `--dry-run` it only tells. */
export async function packProject(folder: string, options = ""): Promise<Packed> {
  const report: unknown = JSON.parse(await runOrThrow(`npm pack --json --ignore-scripts ${options}`, { cwd: folder }));
  // Older versions of npm give a list, newer ones an object by package name.
  const [packed] = Object.values(report as Record<string, PackReport>);
  if (packed === undefined) throw new Error("npm packed nothing");
  return { filename: packed.filename, files: packed.files.map(({ path }) => path) };
}
