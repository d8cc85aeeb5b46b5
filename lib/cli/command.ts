import type { Arguments, OptionSpecs } from "./arguments.ts";
import type { CliContext } from "./context.ts";

/** A command as the table of commands has it. */
export interface Command {
  /** What follows the name, as in `<tape|->`. */
  readonly synopsis: string;
  /** One line for the table of commands. */
  readonly summary: string;
  /** Paragraphs for the command's own help. */
  readonly about: readonly string[];
  readonly options: OptionSpecs;
  readonly examples: readonly string[];
  /** How many arguments it takes beside options: at least, at most. */
  readonly takes: readonly [least: number, most: number];
  /** Its arguments are passed on as they are, and its help is what it says itself. */
  readonly isPassedOn?: boolean;
  /** @returns the exit code */
  readonly run: (given: Arguments, context: CliContext) => Promise<number>;
}
