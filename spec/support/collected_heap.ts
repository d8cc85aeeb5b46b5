import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** The bytes that are in use once all garbage is gone. */
export function collectedHeap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
