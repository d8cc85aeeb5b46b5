/** A thread that reads one stream and tells what it got. */
export interface SuiteWorker {
  /** Hands a stream over, and gives back what the thread read from it. */
  read(stream: ReadableStream): Promise<unknown>;
  stop(): void;
}

export type StartWorker = () => SuiteWorker;

/** What the thread runs; `port` is its way out. Plain script, as it is started from text. */
export const workerCode = `
port.onmessage = async ({ data }) => {
  const reader = data.getReader();
  const values = [];
  let end = "done";
  try {
    for (let result; !(result = await reader.read()).done; ) values.push(result.value);
  } catch (reason) {
    end = { rejected: reason };
  }
  port.postMessage({ values, end });
};
`;

/** Starts a thread where there is a global `Worker`: everywhere but in Node and workerd. */
export function startWebWorker(): SuiteWorker {
  const url = URL.createObjectURL(new Blob([`const port = self;${workerCode}`], { type: "text/javascript" }));
  const worker = new Worker(url, { type: "module" });
  return {
    read: (stream) =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage(stream, [stream]);
      }),
    stop() {
      worker.terminate();
      URL.revokeObjectURL(url);
    },
  };
}
