/** A rejection that nobody handled. */
interface Unhandled {
  /** The test that was running when it was reported. */
  readonly during: string;
  readonly reason: unknown;
}

/** What has been reported since the suite began. */
export const rejections: { during: string; seen: Unhandled[] } = { during: "", seen: [] };

const known = new Set<unknown>();

function record(promise: unknown, reason: unknown): void {
  // Where a runtime has both kinds of listener it may tell both.
  if (known.has(promise)) return;
  known.add(promise);
  rejections.seen.push({ during: rejections.during, reason });
}

let listening = false;

/** Listens in every way that there is: `process` in Node and Bun, an event everywhere else. */
export function listenToRejections(): void {
  if (listening) return;
  listening = true;
  if (typeof globalThis.addEventListener === "function") {
    globalThis.addEventListener("unhandledrejection", (event) => {
      record(event.promise, event.reason);
      // Deno would end the process.
      event.preventDefault();
    });
  }
  const process: { on?: unknown } = Object(Reflect.get(globalThis, "process"));
  if (typeof process.on === "function") {
    process.on("unhandledRejection", (reason: unknown, promise: unknown) => record(promise, reason));
  }
}
