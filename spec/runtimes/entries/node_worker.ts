import { Worker } from "node:worker_threads";
import { type SuiteWorker, workerCode } from "../suite/worker.ts";

/** Starts a thread in Node. */
export function startNodeWorker(): SuiteWorker {
  const code = `const port = require("node:worker_threads").parentPort;${workerCode}`;
  const worker = new Worker(code, { eval: true });
  return {
    read: (stream) =>
      new Promise((resolve, reject) => {
        worker.once("message", resolve);
        worker.once("error", reject);
        // A cast, as Node's types do not know that its own streams can be transferred.
        worker.postMessage(stream, [stream as never]);
      }),
    stop: () => void worker.terminate(),
  };
}
