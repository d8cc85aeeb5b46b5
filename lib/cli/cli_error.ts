import { EXIT } from "./exit_code.ts";

/** A command that cannot be carried out. The message is one line, and says what to do about it. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.broken, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** A command line that makes no sense. */
export function usageError(message: string): CliError {
  return new CliError(message, EXIT.usage);
}
