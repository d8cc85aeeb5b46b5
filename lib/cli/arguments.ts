import { parseArgs } from "node:util";
import { usageError } from "./cli_error.ts";

/** An option as it is declared, for the parser and for the help. */
export interface OptionSpec {
  readonly short?: string;
  /** What its value is called in the help; an option without is a flag. */
  readonly value?: string;
  readonly multiple?: boolean;
  readonly help: string;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** What a command was given. */
export class Arguments {
  readonly positionals: readonly string[];
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(positionals: readonly string[], values: Readonly<Record<string, unknown>>) {
    this.positionals = positionals;
    this.#values = values;
  }

  flag(name: string): boolean {
    return this.#values[name] === true;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === "string" ? value : undefined;
  }

  /** The values of an option that may be given several times. */
  list(name: string): readonly string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.map(String) : [];
  }
}

/** @throws {CliError} for an option that is not declared, lacks its value, or has one that it does not take */
export function parseArguments(argv: readonly string[], options: OptionSpecs): Arguments {
  const config = Object.entries(options).map(([name, { short, value, multiple = false }]) => [
    name,
    { type: value === undefined ? ("boolean" as const) : ("string" as const), multiple, ...(short ? { short } : {}) },
  ]);
  try {
    const parsed = parseArgs({
      args: [...argv],
      options: Object.fromEntries(config),
      allowPositionals: true,
      strict: true,
    });
    return new Arguments(parsed.positionals, parsed.values);
  } catch (error) {
    throw usageError(wordsOf(error, Object.keys(options)));
  }
}

/** The parser's texts have lines that explain its own conventions. */
function wordsOf(error: unknown, known: readonly string[]): string {
  const text = error instanceof Error ? error.message : String(error);
  const first = (text.split(/\n|\. /)[0] ?? text).replace(/\.$/, "");
  const [, unknown] = /^Unknown option '--?([^']*)'/.exec(text) ?? [];
  const near = unknown === undefined ? undefined : nearest(unknown, known);
  return near === undefined ? first : `${first}. Did you mean --${near}?`;
}

/** The word that is at most two letters from another. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const ranked = known.map((name) => ({ name, distance: distanceOf(word, name) }));
  ranked.sort((one, other) => one.distance - other.distance);
  const best = ranked[0];
  return best && best.distance <= 2 && best.distance < word.length ? best.name : undefined;
}

/** How many letters have to be changed, added or left out to make one word of another. */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (let column = 1; column <= to.length; column++) {
      const changed = (row[column - 1] ?? 0) + (to[column - 1] === letter ? 0 : 1);
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
