import type { CliContext } from "../../../lib/cli/context.ts";
import { run } from "../../../lib/cli/run.ts";

/** What a command did. */
export interface CliRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** The output as it is: a tape is no text. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What a test may give a command beside its arguments. */
export interface CliWorld extends Partial<CliContext> {
  readonly stdin?: Uint8Array | string | undefined;
  /** Told of each piece of output. */
  readonly onOut?: ((text: string) => void) | undefined;
}

/** Runs a command line in this process, without a terminal. */
export async function runCli(argv: readonly string[], { stdin = "", onOut, ...world }: CliWorld = {}): Promise<CliRun> {
  const parts: Uint8Array[] = [];
  let err = "";
  const code = await run(argv, {
    out(data) {
      parts.push(typeof data === "string" ? new TextEncoder().encode(data) : data.slice());
      if (typeof data === "string") onOut?.(data);
    },
    err: (text) => {
      err += text;
    },
    input: () => new Blob([typeof stdin === "string" ? stdin : new Uint8Array(stdin)]).stream(),
    screen: { columns: undefined, colour: false, progress: false },
    now: () => Date.parse("2026-11-30T20:15:00Z"),
    signal: new AbortController().signal,
    ...world,
  });
  const bytes = new Uint8Array(Buffer.concat(parts));
  return { code, out: new TextDecoder().decode(bytes), err, bytes };
}
