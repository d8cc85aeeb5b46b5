import type { PackageUnderTest } from "./package_under_test.ts";
import type { Report } from "./report.ts";
import type { Found, Runtime } from "./runtime.ts";
import { serveSockets } from "./sockets/socket_server.ts";

/** Runs the suite in one runtime, if it is there. Never throws: what goes wrong is in the report. */
export async function runRuntime(
  { name, from }: Runtime,
  found: Found | undefined,
  under: PackageUnderTest,
): Promise<readonly Report[]> {
  if (found === undefined) {
    const reason = `it is not installed (${from === "npm" ? "npm ci --prefix spec/runtimes" : `apt-get install ${from.join(" ")}`})`;
    return [{ runtime: name, version: "", trouble: { kind: "missing", reason }, results: [], milliseconds: 0 }];
  }
  const { version } = found;
  const start = performance.now();
  const time = (): number => performance.now() - start;
  const server = await serveSockets();
  try {
    const runs = await found.run(under, server.url);
    const milliseconds = time();
    return runs.map(({ place, results }) => {
      return { runtime: place === undefined ? name : `${name}, ${place}`, version, results, milliseconds };
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ runtime: name, version, trouble: { kind: "broken", reason }, results: [], milliseconds: time() }];
  } finally {
    server.close();
  }
}
