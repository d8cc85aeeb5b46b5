import { cp } from "node:fs/promises";
import { relative, sep } from "node:path";

const left = new Set([".examples", ".git", "coverage", "dist", "node_modules"]);

/** Copies a repository, without what is installed or built, so that nothing here touches what others are using. */
export async function copyProject(from: string, to: string): Promise<void> {
  const filter = (path: string): boolean =>
    !path.endsWith(".tgz") &&
    !relative(from, path)
      .split(sep)
      .some((part) => left.has(part));
  await cp(from, to, { recursive: true, filter });
}
