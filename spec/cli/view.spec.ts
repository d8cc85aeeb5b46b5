import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CliProcess } from "./support/cli_process.ts";
import { runCli } from "./support/run_cli.ts";
import { fixture } from "./support/tapes.ts";

/** What `fetch` does not let a test set. */
function get(port: number, path: string, { host = `127.0.0.1:${port}`, method = "GET" } = {}) {
  return new Promise<{ status: number; headers: Readonly<Record<string, unknown>>; body: Buffer }>(
    (resolve, reject) => {
      const asking = request({ host: "127.0.0.1", port, path, method, headers: { host } }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
        );
      });
      asking.on("error", reject);
      asking.end();
    },
  );
}

/** The command as a process, once it has said its address. */
async function view(argv: readonly string[]): Promise<{ readonly process: CliProcess; readonly address: URL }> {
  const process = new CliProcess(["view", ...argv]);
  return { process, address: await addressOf(process) };
}

async function addressOf(process: CliProcess): Promise<URL> {
  while (!process.out.includes("\n")) {
    if (process.child.exitCode !== null) throw new Error(process.err);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return new URL(process.out.trim());
}

/** The folders that the command has made for what it reads. */
function spooledIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => name.startsWith("channel-frames-"));
}

const seconds = 60_000;

describe("view", () => {
  const tape = fixture("run_loop");
  let viewed: { readonly process: CliProcess; readonly address: URL };
  let port = 0;

  beforeAll(async () => {
    viewed = await view([tape, "--family", "run-loop"]);
    port = Number(viewed.address.port);
  }, seconds);

  afterAll(() => viewed.process.stop());

  test("says where the page is, and opens the tape there", () => {
    const { hostname, search } = viewed.address;
    expect([hostname, search]).toEqual(["127.0.0.1", "?tape=%2Ftape&family=run-loop"]);
  });

  test("serves one page, which may connect to this machine only", async () => {
    const { status, headers, body } = await get(port, "/?tape=/tape");
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(body.toString())?.[1] ?? "";
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+';/);
    expect(policy).toContain(
      "connect-src 'self' ws://localhost:* ws://127.0.0.1:* http://localhost:* http://127.0.0.1:*;",
    );
    // One file: it names no other.
    expect(body.toString().replace(/<script>[\s\S]*<\/script>/, "")).not.toMatch(/\b(?:src|href)="(?!data:)/);
  });

  test("serves the tape as it is on the disk, with its name", async () => {
    const { status, headers, body } = await get(port, "/tape");
    expect([status, headers["x-tape-name"], headers["content-length"]]).toEqual([
      200,
      "run_loop.tape",
      String(body.length),
    ]);
    expect(body.equals(readFileSync(tape))).toBe(true);
    const head = await get(port, "/tape", { method: "HEAD" });
    expect([head.status, head.headers["content-length"], head.body.length]).toEqual([200, String(body.length), 0]);
  });

  test.each([
    ["another path", "/etc/passwd", {}, 404],
    ["a path that goes up", "/../package.json", {}, 404],
    ["another method", "/tape", { method: "POST" }, 405],
    ["another name for this machine", "/tape", { host: "evil.example" }, 403],
  ] as const)("serves nothing for %s", async (_, path, options, status) => {
    const told = await get(port, path, options);
    expect([told.status, told.body.length]).toEqual([status, 0]);
  });

  test("ends with Ctrl-C", { timeout: seconds }, async () => {
    const { process } = await view([tape, "--port", "0"]);
    process.child.kill("SIGINT");
    expect(await process.ended).toMatchObject({ code: 130, err: "" });
  });

  test("lets the page connect to the channel that is named, and to no other machine", {
    timeout: seconds,
  }, async () => {
    const { process, address } = await view(["wss://provider.example:8443/agent/run?key=1", "--prompt", "Greet"]);
    const asked = Object.fromEntries(address.searchParams);
    expect(asked).toEqual({ ws: "wss://provider.example:8443/agent/run?key=1", prompt: "Greet" });
    const { body } = await get(Number(address.port), "/");
    expect(body.toString()).toContain("connect-src 'self' wss://provider.example:8443 ws://localhost:*");
    expect((await get(Number(address.port), "/tape")).status).toBe(404);
    await process.stop();
  });

  test("names this machine's IPv6 address so that a browser can be allowed it", { timeout: seconds }, async () => {
    const { process, address } = await view(["ws://[::1]:8080/tool/notifications"]);
    expect(address.searchParams.get("ws")).toBe("ws://localhost:8080/tool/notifications");
    await process.stop();
  });

  test("serves standard input, and leaves nothing of it behind", { timeout: seconds }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "channel-frames-view-"));
    const process = new CliProcess(["view", "-"], { TMPDIR: folder });
    process.child.stdin?.end(readFileSync(tape));
    const address = await addressOf(process);
    const { headers, body } = await get(Number(address.port), "/tape");
    expect(headers["x-tape-name"]).toBe("input.tape");
    expect(body.equals(readFileSync(tape))).toBe(true);
    process.child.kill("SIGINT");
    expect(await process.ended).toMatchObject({ code: 130, err: "" });
    expect(spooledIn(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  test("ends with Ctrl-C while it waits for standard input", { timeout: seconds }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "channel-frames-view-"));
    const process = new CliProcess(["view", "-"], { TMPDIR: folder });
    while (spooledIn(folder).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    process.child.kill("SIGINT");
    expect(await process.ended).toMatchObject({ code: 130, out: "", err: "" });
    expect(spooledIn(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  test.skipIf(globalThis.process.platform === "win32")(
    "says that no browser could be opened",
    { timeout: seconds },
    async () => {
      const process = new CliProcess(["view", tape, "--open"], { PATH: "/nowhere" });
      await addressOf(process);
      while (process.err === "") await new Promise((resolve) => setTimeout(resolve, 20));
      expect(process.err).toMatch(/^No browser could be opened: /);
      await process.stop();
    },
  );

  test.each([
    [["nowhere.tape"], 1, /nowhere\.tape cannot be read/],
    [["."], 1, /is no file/],
    [[tape, "--prompt", "x"], 2, /--prompt is for a channel/],
    [[tape, "--port", "70000"], 2, /--port is a number/],
    [["ws://"], 2, /is no address of a WebSocket/],
    [["ws://*/x"], 2, /is no address of a WebSocket/],
    [["ws://a;script-src-elem/"], 2, /is no address of a WebSocket/],
    [["ws://[2001:db8::1]:80/x"], 2, /name \[2001:db8::1\] by a host name/],
    [[tape, "--family", "x"], 2, /is none of/],
    [[], 2, /view/],
  ])("refuses %j", async (argv, code, message) => {
    expect(await runCli(["view", ...argv])).toMatchObject({ code, err: expect.stringMatching(message) });
  });

  test("tells that a port is taken", async () => {
    const told = await runCli(["view", tape, "--port", String(port)]);
    expect(told).toMatchObject({ code: 1, err: expect.stringMatching(`Cannot serve on port ${port}`) });
  });
});
