import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Result } from "../suite/result.ts";
import { awaitResults } from "./await_results.ts";
import { findFile } from "./find_file.ts";
import type { ProcessGroup } from "./process_group.ts";
import type { Runtime } from "./runtime.ts";
import { versionOf } from "./version_of.ts";

const config = `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "suite", worker = (
      modules = [(name = "workerd.js", esModule = embed "workerd.js")],
      compatibilityDate = "2026-10-01",
      globalOutbound = "machine",
    )),
    # Workers reach public addresses by default, and the sockets of the suite are on this machine.
    (name = "machine", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "suite")],
);
`;

/** workerd runs the suite on a request, and says on the control channel at which port it waits for that. */
export const workerdRuntime: Runtime = {
  key: "workerd",
  name: "workerd",
  from: "npm",
  async find() {
    const file = await findFile(fileURLToPath(new URL("../node_modules/workerd/bin/workerd", import.meta.url)));
    if (file === undefined) return undefined;
    return {
      version: await versionOf(file),
      async run({ bundles }, webSocketUrl) {
        await writeFile(join(bundles, "workerd.capnp"), config);
        const parameters = ["serve", "--control-fd=1", "workerd.capnp"];
        const results = await awaitResults({ file, parameters, cwd: bundles }, (group) =>
          askForResults(group, webSocketUrl),
        );
        return [{ results }];
      },
    };
  },
};

async function askForResults(group: ProcessGroup, webSocketUrl: string): Promise<readonly Result[]> {
  const parameters = new URLSearchParams({ webSocketUrl });
  const response = await fetch(`http://127.0.0.1:${await portOf(group)}/?${parameters}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text);
}

async function portOf(group: ProcessGroup): Promise<number> {
  let over = false;
  group.ended.then(() => {
    over = true;
  });
  for (;;) {
    const port = /"event":"listen".*"port":(\d+)/.exec(group.stdout)?.[1];
    if (port !== undefined) return Number(port);
    if (over) throw new Error("It ended before it listened");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
