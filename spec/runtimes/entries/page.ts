// What a browser's page runs: the suite, then the suite once more in a worker. Posts all results to where it came from.
import { runSuite } from "../suite/run_suite.ts";
import { show } from "../suite/show.ts";
import { optionsOf } from "./options_of.ts";

async function report(place: string, results: unknown): Promise<void> {
  await fetch("results", { method: "POST", body: JSON.stringify({ place, results }) });
}

async function runInWorker(): Promise<unknown> {
  const worker = new Worker(`web_worker.js${location.search}`, { type: "module" });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(`The worker failed: ${message}`));
  });
}

try {
  await report("page", await runSuite(optionsOf(location.href)));
  await report("worker", await runInWorker());
} catch (error) {
  await report("broken", show(error));
}
