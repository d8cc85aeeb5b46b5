import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyProject } from "./copy_project.ts";
import { root } from "./root.ts";
import { runOrThrow } from "./run_command.ts";

export interface BuiltProject {
  readonly folder: string;
  remove(): Promise<void>;
}

/** A copy of the repository in a temporary folder, built as for a release. */
export async function buildProject(): Promise<BuiltProject> {
  const temporary = await mkdtemp(join(tmpdir(), "channel-frames-package-"));
  const folder = join(temporary, "project");
  const remove = (): Promise<void> => rm(temporary, { recursive: true, force: true });
  try {
    await copyProject(root, folder);
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    await runOrThrow("npm run build", { cwd: folder });
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
