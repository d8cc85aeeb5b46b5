/** Tells what is on the heap and in use, in bytes, after everything else was collected. */
export type Heap = () => Promise<number>;

/** How this runtime tells that; `undefined` where it does not. */
export async function findHeap(): Promise<Heap | undefined> {
  const { process } = globalThis;
  if (typeof process?.memoryUsage !== "function") return findPageHeap();
  const collect = await findCollector();
  return async () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
}

/** Chromium tells it to an isolated page, at its next collection, which may take it half a minute. */
function findPageHeap(): Heap | undefined {
  const measure: unknown = Reflect.get(performance, "measureUserAgentSpecificMemory");
  if (typeof measure !== "function") return undefined;
  return async () => {
    const { bytes }: { bytes: number } = await measure.call(performance);
    return bytes;
  };
}

async function findCollector(): Promise<() => void> {
  const bun: unknown = Reflect.get(globalThis, "Bun");
  const gc: unknown = Reflect.get(Object(bun), "gc");
  if (typeof gc === "function") return () => gc.call(bun, true);
  const [{ setFlagsFromString }, { runInNewContext }] = await Promise.all([import("node:v8"), import("node:vm")]);
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}
