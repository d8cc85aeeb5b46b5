import { type Replay, replay as replayTape, TapeDecoderStream } from "../tape/mod.ts";
import { countOf } from "./amounts.ts";
import type { Arguments } from "./arguments.ts";
import { CliError, usageError } from "./cli_error.ts";
import type { Command } from "./command.ts";
import type { CliContext } from "./context.ts";
import { EXIT } from "./exit_code.ts";
import { readSpan, spanOptions } from "./filter.ts";
import { openChannel } from "./open_channel.ts";
import { sendTape } from "./send_tape.ts";
import { serveTape } from "./serve_tape.ts";
import { exitWhenStopped } from "./stopped.ts";
import { openTape } from "./tape_file.ts";

export const replay: Command = {
  synopsis: "<tape> --serve | --to <ws-url>",
  summary: "Play a tape as a channel on a real WebSocket",
  about: [
    "--serve listens, and plays the tape to everybody who connects, on any path, from its beginning. --to connects, and sends it. In both cases the messages that were received when it was recorded are sent, in the original timing, and the channel ends as the original did: by a close in order; or, for a tape that was cut, by breaking the connection off. So it is at --until. Serving needs the package ws.",
  ],
  options: {
    serve: { help: "Listen, until Ctrl-C" },
    port: { short: "p", value: "number", help: "Where to listen. By default any port that is free" },
    host: { value: "address", help: "The address to listen on. By default 127.0.0.1, which is this machine only" },
    once: { help: "Stop after the first connection" },
    to: { value: "ws-url", help: "Connect to this address, and send it" },
    speed: { value: "times", help: "How fast: 1 as recorded, 10 ten times as fast, max as fast as it is read" },
    ...spanOptions,
  },
  examples: [
    "replay run.tape --serve --port 14979",
    "replay run.tape --serve --once --speed max",
    "replay tool.tape --to ws://127.0.0.1:8080/mcp/notifications/1 --speed 10",
  ],
  takes: [1, 1],
  async run(given, context) {
    const [path = "-"] = given.positionals;
    const url = given.text("to");
    if ((url === undefined) !== given.flag("serve")) {
      throw usageError("Give one of --serve, to listen, and --to <ws-url>, to connect");
    }
    const options = {
      speed: readSpeed(given.text("speed")),
      ...readSpan(given),
      direction: "in",
      gaps: "skip",
    } as const;
    const play = async (): Promise<Replay> => {
      const { bytes } = await openTape(path, context);
      return replayTape(bytes, { ...options, signal: context.signal });
    };
    const port = readPort(given);
    const isInput = path === "-";
    if (isInput && url === undefined) {
      throw usageError("Standard input can be read only once: save the tape, and serve the file");
    }
    // Nobody should be connected to for what is no tape.
    if (!isInput) await checkTape(path, context);
    if (url !== undefined) return send(url, play, context);
    await serveTape({ play, host: given.text("host") ?? "127.0.0.1", port, once: given.flag("once") }, context);
    return exitWhenStopped(context.signal) ?? EXIT.finished;
  },
};

/** @throws {TapeError} for what is no tape */
async function checkTape(path: string, context: CliContext): Promise<void> {
  const { bytes } = await openTape(path, context);
  const reader = bytes.pipeThrough(new TapeDecoderStream()).getReader();
  await reader.read();
  await reader.cancel();
}

async function send(url: string, play: () => Promise<Replay>, context: CliContext): Promise<number> {
  const messages = await openChannel(url, context);
  const { messages: count, end } = await sendTape(await play(), messages);
  const stopped = exitWhenStopped(context.signal);
  if (stopped !== undefined) return stopped;
  if (end === "peer left") throw new CliError(`The peer left after ${countOf(count, "message")}`);
  const how = end === "finish" ? "then the finish" : "then it was broken off";
  await context.out(`${countOf(count, "message")}, ${how}\n`);
  return EXIT.finished;
}

function readSpeed(text: string | undefined): number {
  if (text === undefined) return 1;
  const speed = text === "max" ? Number.POSITIVE_INFINITY : Number(text);
  if (text === "" || !(speed > 0))
    throw usageError(`--speed ${JSON.stringify(text)} is neither max nor a number above 0`);
  return speed;
}

function readPort(given: Arguments): number {
  const text = given.text("port") ?? "0";
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw usageError(`--port ${JSON.stringify(text)} is no number up to 65535`);
  return port;
}
