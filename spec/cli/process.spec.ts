import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { A, B, item } from "../support/messages.ts";
import { type ChannelServer, send, startChannelServer } from "./support/channel_server.ts";
import { CliProcess } from "./support/cli_process.ts";
import { runCli } from "./support/run_cli.ts";
import { finish, fixture, header, received, recordsOf, TestFolder, tapeOf } from "./support/tapes.ts";

let folder: TestFolder;
let server: ChannelServer;
const processes: CliProcess[] = [];

/** Starts a process that is gone after the tests, whatever becomes of it. */
function start(argv: readonly string[], env?: Readonly<Record<string, string>>): CliProcess {
  const started = new CliProcess(argv, env);
  processes.push(started);
  return started;
}

beforeAll(async () => {
  folder = new TestFolder();
  server = await startChannelServer(async (messages, _, path) => {
    if (path === "/quiet") return send(messages, A);
    // A production-like channel: it goes on and on.
    for (let n = 0; ; n++) {
      await send(messages, item({ method: "notifications/progress", params: { progressToken: "a", progress: n } }));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  });
});

afterAll(async () => {
  await Promise.all(processes.map((started) => started.stop()));
  await server.close();
  folder.remove();
});

const seconds = { timeout: 60_000 };

describe("the program", { concurrent: true, timeout: 90_000 }, () => {
  test("prints to a pipe what the command does, and tells the ending by its exit code", async ({ expect }) => {
    for (const name of ["mcp_server", "mcp_server_cut"]) {
      const argv = ["inspect", fixture(name)];
      const { code, out } = await runCli(argv);
      expect(await start(argv).ended).toEqual({ code, signal: null, out, err: "" });
    }
  });

  test("has colours where they are asked for, and none with NO_COLOR", async ({ expect }) => {
    const argv = ["inspect", fixture("run_loop")];
    const [forced, refused] = [start(argv, { FORCE_COLOR: "1" }), start(argv, { FORCE_COLOR: "1", NO_COLOR: "1" })];
    expect((await forced.ended).out).toContain("\x1b[36mchunk");
    expect((await refused.ended).out).not.toContain("\x1b");
  });

  test("refuses what it does not know: one line on standard error", async ({ expect }) => {
    expect(await start(["inspect", "--wat"]).ended).toEqual({
      code: 2,
      signal: null,
      out: "",
      err: "channel-frames: Unknown option '--wat'\n",
    });
  });

  test("prints a tape that comes through a pipe as it comes", async ({ expect }) => {
    const inspect = start(["inspect", "-"]);
    inspect.child.stdin?.write(await tapeOf(header, received(A)));
    await expect.poll(() => inspect.out, seconds).toContain(" x/a ");
    const whole = await tapeOf(header, received(A), received(B), finish);
    inspect.child.stdin?.end(whole.slice((await tapeOf(header, received(A))).byteLength));
    expect(await inspect.ended).toMatchObject({ code: 0, out: expect.stringContaining("finished: 2 frames"), err: "" });
  });

  test("is quiet when nobody reads on", async ({ expect }) => {
    const path = folder.file("long.tape");
    const message = item({ method: "x/long", params: { text: "long ".repeat(20) } });
    writeFileSync(path, await tapeOf(header, ...Array.from({ length: 20_000 }, () => received(message)), finish));
    for (const argv of [
      ["inspect", path],
      ["inspect", "--json", path],
      ["convert", path],
    ]) {
      const head = start(argv);
      head.child.stdout?.once("data", () => head.child.stdout?.destroy());
      expect(await head.ended).toMatchObject({ code: 141, signal: null, err: "" });
    }
  });

  test("waits for a slow reader, and holds no more than it must", async ({ expect }) => {
    const path = folder.file("slow.tape");
    const message = item({ method: "x/long", params: { text: "long ".repeat(20) } });
    writeFileSync(path, await tapeOf(header, ...Array.from({ length: 5000 }, () => received(message)), finish));
    const slow = start(["inspect", "--json", path]);
    slow.child.stdout?.pause();
    await new Promise((resolve) => setTimeout(resolve, 2000));
    slow.child.stdout?.resume();
    const { code, out } = await slow.ended;
    expect({ code, lines: out.split("\n").length }).toEqual({ code: 0, lines: 5003 });
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("stopped by %s while it waits for its input", async (signal, code) => {
    const inspect = start(["inspect", "-"]);
    inspect.child.stdin?.write(await tapeOf(header, received(A)));
    await expect.poll(() => inspect.out, seconds).toContain(" x/a ");
    inspect.child.kill(signal);
    expect(await inspect.ended).toMatchObject({ code, signal: null, err: "" });
  });

  test("a tail that is stopped by Ctrl-C leaves a whole tape", async ({ expect }) => {
    const path = folder.file("ctrl_c.tape");
    const tail = start(["tail", `${server.url}/quiet`, "--tape", path]);
    await expect.poll(() => tail.out, seconds).toContain(" x/a ");
    tail.child.kill("SIGINT");
    expect(await tail.ended).toMatchObject({ code: 130, signal: null, err: "" });
    expect(tail.out).toContain("cancelled: 1 frame, then the reader left. (Stopped by SIGINT)\n");
    const records = await recordsOf(new Uint8Array(readFileSync(path)));
    expect(records.at(-1)).toMatchObject({ type: "end", ending: { kind: "cancelled", reason: "Stopped by SIGINT" } });
  });

  test("a tail whose output is closed leaves a whole tape, too", async ({ expect }) => {
    const path = folder.file("closed.tape");
    const tail = start(["tail", `${server.url}/busy`, "--tape", path]);
    tail.child.stdout?.once("data", () => tail.child.stdout?.destroy());
    expect(await tail.ended).toMatchObject({ code: 141, signal: null, err: "" });
    const records = await recordsOf(new Uint8Array(readFileSync(path)));
    expect(records.at(-1)).toMatchObject({ type: "end", ending: { kind: "cancelled" } });
  });

  test("a recorder that is killed leaves all that it had read, and the tape is cut", async ({ expect }) => {
    const path = folder.file("killed.tape");
    const record = start(["record", `${server.url}/busy`, path]);
    await expect.poll(() => (existsSync(path) ? statSync(path).size : 0), seconds).toBeGreaterThan(10_000);
    record.child.kill("SIGKILL");
    expect(await record.ended).toMatchObject({ code: null, signal: "SIGKILL" });
    const { code, out } = await runCli(["inspect", "--json", path]);
    expect(code).toBe(5);
    const lines: readonly { readonly type: string; readonly body?: object }[] = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const count = lines.length - 2;
    expect(count).toBeGreaterThan(50);
    expect(lines.at(-1)).toMatchObject({ type: "ending", kind: "cut", frames: count });
    // Every one from the first to the last.
    expect(lines.slice(1, -1)).toMatchObject(
      Array.from({ length: count }, (_, n) => ({ body: { params: { progress: n } } })),
    );
  });

  test("a recording through a pipe is shown as it goes on", async ({ expect }) => {
    const record = start(["record", `${server.url}/quiet`, "-"]);
    const inspect = start(["inspect", "-"]);
    record.child.stdout?.pipe(inspect.child.stdin ?? process.stderr);
    await expect.poll(() => inspect.out, seconds).toContain(" x/a ");
    record.child.kill("SIGINT");
    expect(await record.ended).toMatchObject({ code: 130, err: expect.stringContaining("cancelled: 1 frame") });
    expect(await inspect.ended).toMatchObject({ code: 7 });
  });

  test("serves a tape to another process, until it is stopped", async ({ expect }) => {
    const serve = start(["replay", fixture("mcp_server"), "--serve", "--speed", "max"]);
    await expect.poll(() => serve.out, seconds).toMatch(/^Serving on ws:.*\n/);
    const [, url = ""] = /on (.*)\n/.exec(serve.out) ?? [];
    const path = folder.file("served.tape");
    expect(await start(["record", url, path]).ended).toMatchObject({ code: 0 });
    const messagesOf = async (file: string): Promise<readonly Uint8Array[]> =>
      (await recordsOf(new Uint8Array(readFileSync(file)))).flatMap((record) =>
        record.type === "message" ? [record.message] : [],
      );
    expect(await messagesOf(path)).toEqual(await messagesOf(fixture("mcp_server")));
    serve.child.kill("SIGTERM");
    expect(await serve.ended).toMatchObject({ code: 143, signal: null, err: "" });
  });
});
