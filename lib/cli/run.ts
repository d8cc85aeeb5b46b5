import { type Arguments, nearest, parseArguments } from "./arguments.ts";
import { CliError, usageError } from "./cli_error.ts";
import type { Command } from "./command.ts";
import { commands } from "./commands.ts";
import type { CliContext } from "./context.ts";
import { EXIT } from "./exit_code.ts";
import { commandHelp, NAME, programHelp } from "./help.ts";
import { printable } from "./printable.ts";
import { ClosedPipe, Stopped } from "./stopped.ts";
import { readVersion } from "./version.ts";

/**
 * Runs the command line.
 *
 * @param argv the arguments alone: no path of the program
 * @returns the exit code; it never rejects
 */
export async function run(argv: readonly string[], context: CliContext): Promise<number> {
  try {
    return await dispatch(argv, context);
  } catch (error) {
    const { signal } = context;
    const reason = signal.aborted ? signal.reason : error;
    // Nobody is there to be told.
    if (reason instanceof ClosedPipe || error instanceof ClosedPipe) return EXIT.pipeClosed;
    if (reason instanceof Stopped) return reason.exitCode;
    context.err(`${NAME}: ${printable(error instanceof Error ? error.message : String(error))}\n`);
    return error instanceof CliError ? error.exitCode : EXIT.broken;
  }
}

async function dispatch(argv: readonly string[], context: CliContext): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined) {
    context.err(programHelp(commands));
    return EXIT.usage;
  }
  if (name === "--version" || name === "-v") {
    await context.out(`${readVersion()}\n`);
    return EXIT.finished;
  }
  const isHelp = name === "--help" || name === "-h" || name === "help";
  if (isHelp && rest[0] === undefined) {
    await context.out(programHelp(commands));
    return EXIT.finished;
  }
  const wanted = isHelp ? String(rest[0]) : name;
  const command = Object.hasOwn(commands, wanted) ? commands[wanted] : undefined;
  if (command === undefined) {
    const near = nearest(wanted, Object.keys(commands));
    const advice = near ? `Did you mean ${near}?` : `${NAME} --help lists the commands`;
    throw usageError(`There is no command ${JSON.stringify(wanted)}. ${advice}`);
  }
  if (isHelp || asksForHelp(rest)) {
    await context.out(commandHelp(wanted, command));
    return EXIT.finished;
  }
  return command.run(given(wanted, command, rest), context);
}

/** Before anything is parsed: who asks for help may well have the rest wrong. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return argv.slice(0, end < 0 ? argv.length : end).some((arg) => arg === "--help" || arg === "-h");
}

function given(name: string, command: Command, argv: readonly string[]): Arguments {
  const parsed = parseArguments(argv, command.options);
  const [least, most] = command.takes;
  const { length } = parsed.positionals;
  if (length >= least && length <= most) return parsed;
  const what = length < least ? "Something is missing" : `${JSON.stringify(parsed.positionals[most])} is too much`;
  throw usageError(`${what}: ${NAME} ${name} ${command.synopsis}. ${NAME} ${name} --help says more`);
}
