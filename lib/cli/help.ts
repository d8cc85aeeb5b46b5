import type { OptionSpecs } from "./arguments.ts";
import type { Command } from "./command.ts";

export const NAME = "channel-frames";

/** The help of the program. */
export function programHelp(commands: Readonly<Record<string, Command>>): string {
  const rows = Object.entries(commands).map(
    ([name, { synopsis, summary }]) => [`${name} ${synopsis}`, summary] as const,
  );
  const paragraphs = [
    `Usage: ${NAME} <command> [options]`,
    "Records the channels of the Diverge Provider Protocol, replays them, and shows what is in them.",
  ];
  const more = [
    `${NAME} <command> --help says more of each. ${NAME} --version tells the version.`,
    "Exit codes of inspect, tail and record: 0 finished, 3 failed, 4 unserved, 5 cut, 6 violated, 7 cancelled. Of every command: 0 done, 1 it could not be done, 2 wrong usage, 130 stopped by Ctrl-C.",
  ];
  return [...paragraphs.flatMap(paragraph), ...columns(rows), "", ...more.flatMap(paragraph)].join("\n");
}

/** The lines of a paragraph, and the empty one after it. */
function paragraph(text: string): readonly string[] {
  return [...wrap(text, 80), ""];
}

/** The help of one command. */
export function commandHelp(name: string, { synopsis, about, options, examples }: Command): string {
  const rows = columns(optionRows({ ...options, help: { short: "h", help: "This text" } }));
  const shown = examples.map((example) => `  ${NAME} ${example}`);
  return [
    ...[`Usage: ${NAME} ${name} ${synopsis} [options]`.replace(/ +/g, " "), ...about].flatMap(paragraph),
    "Options:",
    ...rows,
    ...(shown.length > 0 ? ["", "Examples:", ...shown] : []),
    "",
  ].join("\n");
}

function optionRows(options: OptionSpecs): readonly (readonly [string, string])[] {
  return Object.entries(options).map(([name, { short, value, help }]) => {
    const long = `--${name}${value === undefined ? "" : ` <${value}>`}`;
    return [`${short ? `-${short}, ` : "    "}${long}`, help];
  });
}

/** Two columns, the second wrapped. */
function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.min(30, Math.max(...rows.map(([left]) => left.length)));
  return rows.flatMap(([left, right]) => {
    const lines = wrap(right, 80 - width - 4);
    const beside = left.length <= width ? lines.shift() : "";
    return [`  ${left.padEnd(width)}  ${beside}`.trimEnd(), ...lines.map((line) => `${" ".repeat(width + 4)}${line}`)];
  });
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = "";
    }
    line += line === "" ? word : ` ${word}`;
  }
  return [...lines, line];
}
