type Later = (run: () => void) => void;

let later: Later | undefined;

/** Goes on in a task of its own, when all microtasks have run. */
export function macrotask(): Promise<void> {
  // Node runs what its pipes put off by setImmediate; browsers make a chain of timers wait for 4 ms each, messages never.
  later ??= immediate() ?? messages() ?? ((run) => void setTimeout(run));
  const put: Later = later;
  return new Promise((resolve) => put(resolve));
}

function immediate(): Later | undefined {
  const found: unknown = Reflect.get(globalThis, "setImmediate");
  return typeof found === "function" ? (run) => void found(run) : undefined;
}

/** One channel for all, as each takes WebKit milliseconds to make. */
function messages(): Later | undefined {
  if (typeof MessageChannel !== "function") return undefined;
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port2.onmessage = () => waiting.shift()?.();
  return (run) => {
    waiting.push(run);
    port1.postMessage(undefined);
  };
}
