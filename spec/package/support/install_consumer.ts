import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Consumer, templates } from "./consumer.ts";
import { copyProject } from "./copy_project.ts";
import { runOrThrow } from "./run_command.ts";

/** What the consumers are given: always of one moment, whatever happens to the repository in the meantime. */
export interface Release {
  /** The folder of the sources. */
  readonly project: string;
  /** The path of the tarball that was packed there. */
  readonly tarball: string;
}

/** Makes a package of a template in `folder` and installs what it needs, our tarball first of all. */
export async function installConsumer(
  { name, manifest }: Consumer,
  folder: string,
  { project, tarball }: Release,
): Promise<void> {
  await cp(join(templates, name), folder, { recursive: true });
  for (const shared of manifest.config.shared) {
    await cp(join(templates, "../shared", shared), join(folder, shared), { recursive: true });
  }
  for (const copy of manifest.config.project ?? []) await copyProject(project, join(folder, copy));
  const dependencies = { ...manifest.dependencies, "channel-frames": `file:${tarball}` };
  await writeFile(join(folder, "package.json"), JSON.stringify({ ...manifest, dependencies }, undefined, 2));
  await runOrThrow("npm install --no-audit --no-fund --prefer-offline", { cwd: folder });
}

/** The tool that its checks are about, with the version that was installed. */
export async function toolOf({ manifest }: Consumer, folder: string): Promise<string> {
  const { tool } = manifest.config;
  if (tool === "node") return `node ${process.versions.node}`;
  const { version } = JSON.parse(await readFile(join(folder, "node_modules", tool, "package.json"), "utf8"));
  return `${tool} ${version}`;
}
