import { EXIT } from "./exit_code.ts";

/** Why a command was ended from outside: a signal of the system. */
export class Stopped extends Error {
  readonly exitCode: number;

  constructor(signal: string, exitCode: number) {
    super(`Stopped by ${signal}`);
    this.exitCode = exitCode;
  }
}

/** Nobody reads the output any more, as when it is piped to `head`. */
export class ClosedPipe extends Error {
  constructor() {
    super("The output was closed");
  }
}

/** The exit code of a command that was stopped, and came to its end in order; `undefined` for one that was not. */
export function exitWhenStopped({ aborted, reason }: AbortSignal): number | undefined {
  if (!aborted) return undefined;
  return reason instanceof Stopped ? reason.exitCode : EXIT.pipeClosed;
}
