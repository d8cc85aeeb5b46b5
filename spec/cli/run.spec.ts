import { describe, expect, test } from "vitest";
import { nearest } from "../../lib/cli/arguments.ts";
import { commands } from "../../lib/cli/commands.ts";
import { ClosedPipe, Stopped } from "../../lib/cli/stopped.ts";
import { runCli } from "./support/run_cli.ts";
import { fixture } from "./support/tapes.ts";

const names = Object.keys(commands);

describe("help", () => {
  test("of the program names every command and the exit codes", async () => {
    const { code, out, err } = await runCli(["--help"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    for (const name of names) expect(out).toMatch(new RegExp(`^ {2}${name} `, "m"));
    expect(out.replaceAll("\n", " ")).toContain("0 finished, 3 failed, 4 unserved, 5 cut, 6 violated, 7 cancelled");
    expect(await runCli(["-h"])).toMatchObject({ code, out });
    expect(await runCli(["help"])).toMatchObject({ code, out });
  });

  test("is what comes of no command at all, as an error", async () => {
    const { out } = await runCli(["--help"]);
    expect(await runCli([])).toMatchObject({ code: 2, out: "", err: out });
  });

  test.each(names)("of %s: how it is used, what for, every option, examples", async (name) => {
    const { code, out, err } = await runCli([name, "--help"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(`Usage: channel-frames ${name}`);
    const options = commands[name]?.options ?? {};
    for (const option of Object.keys(options))
      expect(out).toMatch(new RegExp(`^ {2}(?:-\\w, | {4})--${option}\\b`, "m"));
    expect(out).toMatch(/^ {2}-h, --help /m);
    expect(out).toContain(`Examples:\n  channel-frames ${name}`);
    expect(await runCli(["help", name])).toMatchObject({ code, out });
    // Whatever else is wrong.
    expect(await runCli([name, "--wat", "-h"])).toMatchObject({ code, out });
  });

  test.each([[["--help"]], ...names.map((name) => [[name, "--help"]])])("%j fits a terminal", async (argv) => {
    const { out } = await runCli(argv);
    const [text] = out.split("\nExamples:");
    expect(text?.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });
});

test.each([["--version"], ["-v"]])("%s tells the version", async (flag) => {
  expect(await runCli([flag])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/), err: "" });
});

describe("a command line that makes no sense is an error in one line that says what to do", () => {
  test.each<[readonly string[], RegExp]>([
    [["inspct", "x"], /There is no command "inspct"\. Did you mean inspect\?/],
    [["help", "wat"], /There is no command "wat"\. channel-frames --help lists the commands/],
    [["toString"], /There is no command "toString"/],
    [["\x1b[2J"], /There is no command "\\u001b\[2J"/],
    [["--wat"], /There is no command "--wat"/],
    [["inspect"], /Something is missing: channel-frames inspect <tape\|->\. channel-frames inspect --help says more/],
    [["inspect", "a", "b"], /"b" is too much/],
    [["inspect", "--jsn", "a"], /Unknown option '--jsn'\. Did you mean --json\?/],
    [["inspect", "--something-else", "a"], /Unknown option '--something-else'$/],
    [["inspect", "--grep"], /Option '--grep <value>' argument missing/],
    [["inspect", "--json=yes", "a"], /Option '--json' does not take an argument/],
    [["inspect", "--json", "--text", "a"], /Only one of --json and --text/],
    [["inspect", "--from", "soon", "a"], /--from "soon" is no time/],
    [["inspect", "--from", "2", "--until", "1s", "a"], /--from must be before --until/],
    [["inspect", "--grep", "(", "a"], /--grep "\(" is no regular expression/],
    [["inspect", "--family", "mine", "a"], /--family "mine" is none of notifications, run-loop, raw/],
    [["tail", "http://127.0.0.1/"], /is no address of a WebSocket, such as ws:/],
    [["tail", "nowhere"], /is no address of a WebSocket/],
    [["tail", "ws://127.0.0.1:1/", "--prompt", "a", "--family", "notifications"], /--prompt asks for a run loop/],
    [["record", "ws://127.0.0.1:1/"], /Something is missing/],
    [["replay", "a.tape"], /Give one of --serve, to listen, and --to/],
    [["replay", "a.tape", "--serve", "--to", "ws://127.0.0.1:1/"], /Give one of --serve/],
    [["replay", "a.tape", "--serve", "--port", "http"], /--port "http" is no number up to 65535/],
    [["replay", "a.tape", "--serve", "--port", "65536"], /--port "65536"/],
    [["replay", "-", "--serve"], /Standard input can be read only once/],
    [["replay", "a.tape", "--serve", "--speed", "0"], /--speed "0" is neither max nor a number above 0/],
    [["replay", "a.tape", "--serve", "--speed", ""], /--speed "" is neither/],
    [["convert", "a", "b", "c"], /"c" is too much/],
    [["convert", "a.tape", "./a.tape", "--force"], /a\.tape cannot be turned into itself/],
    [["demo", "more"], /"more" is too much/],
  ])("%j", async (argv, message) => {
    const { code, out, err } = await runCli(argv);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^channel-frames: [^\n]+\n$/);
    expect(err.trimEnd()).toMatch(message);
  });
});

describe("a file that cannot be read", () => {
  test.each([
    [["inspect", "/nowhere/at/all"], /\/nowhere\/at\/all: there is no such file or folder/],
    [["inspect", "."], /\. is a folder, not a tape/],
    [["inspect", "package.json"], /A tape begins with a header, and this is none \(at byte 0/],
    [["convert", "/nowhere"], /\/nowhere: there is no such file/],
    [["replay", "package.json", "--serve"], /A tape begins with a header/],
    [["convert", fixture("run_loop"), "/nowhere/at/all"], /\/nowhere\/at\/all: there is no such file or folder/],
    [["convert", fixture("run_loop"), "package.json"], /package\.json: it exists already: --force replaces it/],
  ])("%j", async (argv, message) => {
    const { code, out, err } = await runCli(argv);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^channel-frames: [^\n]+\n$/);
    expect(err).toMatch(message);
  });
});

describe("a command that is ended from outside says so by its exit code alone", () => {
  test.each([
    [new Stopped("SIGINT", 130), 130],
    [new Stopped("SIGTERM", 143), 143],
    [new ClosedPipe(), 141],
  ])("%s", async (reason, code) => {
    const signal = AbortSignal.abort(reason);
    expect(await runCli(["inspect", fixture("run_loop")], { signal })).toMatchObject({ code, err: "" });
  });

  test("because nobody reads its output", async () => {
    const out = (): never => {
      throw new ClosedPipe();
    };
    expect(await runCli(["inspect", fixture("run_loop")], { out })).toMatchObject({ code: 141, err: "" });
  });
});

test.each([
  ["jsn", "json"],
  ["type", "type"],
  ["tpye", "type"],
  ["x", undefined],
  ["elephant", undefined],
])("the nearest word to %j is %j", (word, near) => {
  expect(nearest(word, ["json", "text", "type"])).toBe(near);
});
