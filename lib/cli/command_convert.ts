import { resolve } from "node:path";
import { CutError } from "../mod.ts";
import { TapeDecoderStream, type TapeRecord } from "../tape/mod.ts";
import { CliError, usageError } from "./cli_error.ts";
import type { Command } from "./command.ts";
import type { CliContext } from "./context.ts";
import { each } from "./each.ts";
import { EXIT } from "./exit_code.ts";
import { LineReader } from "./lines.ts";
import { withProgress } from "./progress.ts";
import { readRecordLine } from "./read_record_line.ts";
import { recordLine } from "./record_line.ts";
import { sniff } from "./sniff.ts";
import { openTape } from "./tape_file.ts";
import { createTape, fileOptions, type TapeSink } from "./tape_sink.ts";
import { TapeWriter } from "./tape_writer.ts";

export const convert: Command = {
  synopsis: "<from|-> [to|-]",
  summary: "Turn a tape into JSON lines, or JSON lines into a tape",
  about: [
    "A tape becomes one JSON object a line, and JSON lines become a tape: which of the two the input is, it says itself. Nothing is lost, in either direction: back and forth gives the same tape. The output is standard output if it is not named.",
    "The lines are the records: a header, messages, perhaps messages that were dropped, and the end, which a tape that was cut does not have. The body of a message is json where that is exact, and otherwise text or base64.",
  ],
  options: { ...fileOptions },
  examples: [
    "convert run.tape run.jsonl",
    "convert run.jsonl run.tape",
    "convert run.tape | grep -v secret | convert - safe.tape",
  ],
  takes: [1, 2],
  async run(given, context) {
    const [from = "-", to = "-"] = given.positionals;
    if (from !== "-" && resolve(from) === resolve(to)) throw usageError(`${from} cannot be turned into itself`);
    const file = await openTape(from, context);
    try {
      const { bytes, isLines } = await sniff(withProgress(file, context));
      const sink = await createTape(to, context, { force: given.flag("force"), isBinary: isLines, isLive: false });
      try {
        await (isLines ? linesToTape : tapeToLines)(bytes, sink, context);
      } finally {
        await sink.close();
      }
      return EXIT.finished;
    } finally {
      await file.close();
    }
  },
};

type Convert = (bytes: ReadableStream<Uint8Array>, sink: TapeSink, context: CliContext) => Promise<void>;

const tapeToLines: Convert = async (bytes, sink, { err, signal }) => {
  const encoder = new TextEncoder();
  const records = bytes.pipeThrough(new TapeDecoderStream());
  try {
    await each(records, (record) => sink.write(encoder.encode(recordLine(record))), signal);
  } catch (error) {
    if (!(error instanceof CutError)) throw error;
    err("The tape has no end: it was cut, and so will be what is made of it\n");
  }
};

const linesToTape: Convert = async (bytes, sink, { signal }) => {
  const tape = new TapeWriter(sink);
  const lines = new LineReader();
  let records: TapeRecord[] = [];
  const take = (line: string, number: number): void => {
    const record = readRecordLine(line, number);
    if (number === 1 && record.type !== "header") throw new CliError("The first line of a tape is its header");
    records.push(record);
  };
  /** What is good before a line that is not is kept. */
  const write = async (read: () => void): Promise<void> => {
    try {
      read();
    } finally {
      for (const record of records) await tape.write(record);
      records = [];
    }
  };
  await each(bytes, (block) => write(() => lines.read(block, take)), signal);
  await write(() => lines.end(take));
};
