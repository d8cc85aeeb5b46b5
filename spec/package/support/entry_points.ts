import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";

/** What a user can import. */
export interface EntryPoint {
  /** As package.json and deno.json name it: `.` or `./websocket`. */
  readonly path: string;
  /** As an import names it: `channel-frames/websocket`. */
  readonly specifier: string;
  /** The module in the folder of what is built, without an extension: `websocket/mod`. */
  readonly module: string;
}

const { name, exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** The entry points of package.json, in its order. */
export const entryPoints: readonly EntryPoint[] = Object.entries<{ readonly default: string }>(exports)
  .filter(([path]) => path !== "./package.json")
  .map(([path, target]) => ({
    path,
    specifier: join(name, path),
    module: target.default.replace(/^\.\/dist\/|\.js$/g, ""),
  }));
