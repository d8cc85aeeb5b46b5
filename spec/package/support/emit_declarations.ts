import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./root.ts";
import { runOrThrow } from "./run_command.ts";

/** Has the compiler write the declarations of lib to a temporary folder, without comments, while `use` needs them. */
export async function emitDeclarations<T>(use: (folder: string) => T): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "channel-frames-api-"));
  const options = `--emitDeclarationOnly --removeComments --declarationMap false --sourceMap false --outDir ${folder}`;
  try {
    await runOrThrow(`node_modules/.bin/tsc -p lib/tsconfig.json ${options}`, { cwd: root });
    return use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
