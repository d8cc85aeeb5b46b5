import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** The first of these files that can be run; a bare name is looked for in the PATH. */
export async function findFile(...names: readonly string[]): Promise<string | undefined> {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const files = names.flatMap((name) => (name.includes("/") ? [name] : folders.map((folder) => join(folder, name))));
  for (const file of files) {
    try {
      await access(file, constants.X_OK);
      return file;
    } catch {
      // The next one.
    }
  }
  return undefined;
}
