import type { CliContext } from "./context.ts";
import { EXIT } from "./exit_code.ts";
import { ProcessOutput } from "./process_output.ts";
import { ClosedPipe, Stopped } from "./stopped.ts";

/** The context of this process. Its signals, and a closed output, end the command in order; a second one at once. */
export function processContext(): CliContext {
  const { stdout, stderr, stdin, env } = process;
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort(new Stopped("SIGINT", EXIT.interrupted)));
  process.once("SIGTERM", () => stop.abort(new Stopped("SIGTERM", EXIT.terminated)));
  let isClosed = false;
  stdout.on("error", () => {
    isClosed = true;
    stop.abort(new ClosedPipe());
  });
  stderr.on("error", () => {});
  const output = new ProcessOutput(stdout);
  const colour = env.FORCE_COLOR ? env.FORCE_COLOR !== "0" : stdout.isTTY && env.TERM !== "dumb";

  return {
    out(data) {
      if (isClosed) throw new ClosedPipe();
      return output.write(data);
    },
    err(text) {
      // What was written before is read before.
      output.flush();
      stderr.write(text);
    },
    input: () => readInput(stdin),
    screen: {
      columns: stdout.isTTY ? stdout.columns || undefined : undefined,
      colour: Boolean(colour && !env.NO_COLOR),
      // On one and the same terminal it would stand between the lines.
      progress: stderr.isTTY && !stdout.isTTY,
    },
    now: () => performance.timeOrigin + performance.now(),
    signal: stop.signal,
  };
}

/** Standard input as a stream that is read only as it is asked for. */
function readInput(stdin: typeof process.stdin): ReadableStream<Uint8Array> {
  const blocks: AsyncIterator<Uint8Array> = stdin[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await blocks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      // An iterator that waits for more cannot be ended, and would hold the process.
      cancel: () => void stdin.destroy(),
    },
    { highWaterMark: 0 },
  );
}
