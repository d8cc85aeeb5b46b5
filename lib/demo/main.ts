import { command } from "./command.ts";

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
// Nobody reads on, as when the output is piped to `head`.
process.stdout.on("error", () => stop.abort());

process.exitCode = await command(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  colour: process.stdout.isTTY && !process.env.NO_COLOR,
  signal: stop.signal,
});
