// What Node, Deno and Bun run: prints the results as one line of JSON.
import process from "node:process";
import { runSuite } from "../suite/run_suite.ts";
import { runSelfTest } from "../suite/self_test.ts";
import type { StartWorker } from "../suite/worker.ts";
import { startDenoServer } from "./deno_server.ts";

/** Node has no global `Worker`; the suite itself imports nothing of Node's. */
async function findWorker(): Promise<StartWorker | undefined> {
  return typeof Worker === "undefined" ? (await import("./node_worker.ts")).startNodeWorker : undefined;
}

const parameter = "--web-socket-url=";
const webSocketUrl = process.argv.find((argument) => argument.startsWith(parameter))?.slice(parameter.length);

const results = process.argv.includes("--self-test")
  ? await runSelfTest()
  : await runSuite({ startWorker: await findWorker(), webSocketUrl, ownServerUrl: startDenoServer() });

// What a stream or a port keeps alive is no business of the results.
process.stdout.write(`${JSON.stringify(results)}\n`, () => process.exit(0));
