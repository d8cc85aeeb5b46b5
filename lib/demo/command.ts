import type { StartSource } from "./mcp_server.ts";
import { jsonPrinter } from "./printer_json.ts";
import { textPrinter } from "./printer_text.ts";
import { recordRunLoop } from "./record_run_loop.ts";
import { runDemo } from "./run_demo.ts";
import { viewTape } from "./view_tape.ts";

/** What the command is run with. */
export interface CommandContext {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly colour: boolean;
  /** Stops it. */
  readonly signal: AbortSignal;
  /** @default the real MCP server */
  readonly startSource?: StartSource;
}

/**
 * Runs the demo as the command line asks.
 *
 * @returns the exit code: 0; 1 when something is missing or broke; 2 for flags it does not know; 130 when it was stopped
 */
export async function command(
  flags: readonly string[],
  { out, err, colour, signal, startSource }: CommandContext,
): Promise<number> {
  if (flags.some((flag) => flag !== "--json" && flag !== "--view")) {
    err("Usage: npm start [-- --json --view]\n");
    return 2;
  }
  try {
    const print = flags.includes("--json") ? jsonPrinter(out) : textPrinter(out, colour);
    const recorded = flags.includes("--view") ? recordRunLoop() : undefined;
    const missing = await runDemo(print, { signal, startSource, listen: recorded?.listen });
    if (recorded && missing.length === 0) await viewTape(await recorded.tape, { out: err, signal });
    if (missing.length === 0) return 0;
    err(`The MCP server was expected to send ${missing.join(", ")}, and did not.\n`);
    return 1;
  } catch (error) {
    err(signal.aborted ? "Stopped.\n" : `The demo broke off: ${error instanceof Error ? error.message : error}\n`);
    return signal.aborted ? 130 : 1;
  }
}
