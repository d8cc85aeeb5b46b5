import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Stopped } from "../../lib/cli/stopped.ts";
import { A, B } from "../support/messages.ts";
import { type ChannelServer, startChannelServer } from "./support/channel_server.ts";
import { runCli } from "./support/run_cli.ts";
import { fixture, header, received, TestFolder, tapeOf } from "./support/tapes.ts";

let folder: TestFolder;
let server: ChannelServer;
let slow: string;

beforeAll(async () => {
  folder = new TestFolder();
  slow = folder.file("slow.tape");
  writeFileSync(slow, await tapeOf(header, received(A, 0), received(B, 600_000)));
  server = await startChannelServer(({ readable }) => readable.pipeTo(new WritableStream()));
});

afterAll(async () => {
  await server.close();
  folder.remove();
});

const reason = (): Stopped => new Stopped("SIGINT", 130);

/** Input that never comes. `asked` settles when somebody waits for it. */
function silence(): {
  readonly input: () => ReadableStream<Uint8Array>;
  readonly asked: Promise<void>;
  readonly left: Promise<void>;
} {
  let tellAsked: () => void = () => {};
  let tellLeft: () => void = () => {};
  const asked = new Promise<void>((resolve) => {
    tellAsked = resolve;
  });
  const left = new Promise<void>((resolve) => {
    tellLeft = resolve;
  });
  const stream = new ReadableStream<Uint8Array>(
    { pull: () => tellAsked(), cancel: () => tellLeft() },
    { highWaterMark: 0 },
  );
  return { input: () => stream, asked, left };
}

describe("stopped in the middle", () => {
  test("inspect leaves its input", async () => {
    const stop = new AbortController();
    const { input, asked, left } = silence();
    const running = runCli(["inspect", "-"], { input, signal: stop.signal });
    await asked;
    stop.abort(reason());
    expect(await running).toMatchObject({ code: 130, out: "", err: "" });
    await left;
  });

  test("convert keeps what it has, in both directions", async () => {
    const lines = (await runCli(["convert", slow])).out;
    for (const stdin of [await tapeOf(header, received(A)), new TextEncoder().encode(lines)]) {
      const stop = new AbortController();
      const { input, asked } = silence();
      const rest = input().getReader();
      const both = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new Uint8Array(stdin)),
        async pull(controller) {
          const { value } = await rest.read();
          if (value) controller.enqueue(value);
        },
      });
      const running = runCli(["convert", "-"], { input: () => both, signal: stop.signal });
      await asked;
      await new Promise((resolve) => setImmediate(resolve));
      stop.abort(reason());
      const { code, bytes, err } = await running;
      expect({ code, err }).toEqual({ code: 130, err: "" });
      expect(bytes.byteLength).toBeGreaterThan(50);
    }
  });

  test("tail while it waits for the connection leaves no tape", async () => {
    const stop = new AbortController();
    const silent = createServer();
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = silent.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const path = folder.file("never.tape");
    const running = runCli(["tail", `ws://127.0.0.1:${port}/`, "--tape", path], { signal: stop.signal });
    const [socket] = await once(silent, "connection");
    stop.abort(reason());
    expect(await running).toMatchObject({ code: 130, out: "", err: "" });
    expect(existsSync(path)).toBe(false);
    socket.destroy();
    silent.close();
  });

  test("replay breaks the connection off", async () => {
    const stop = new AbortController();
    const running = runCli(["replay", slow, "--to", server.url], { signal: stop.signal });
    await new Promise((resolve) => setTimeout(resolve, 100));
    stop.abort(reason());
    expect(await running).toMatchObject({ code: 130, out: "", err: "" });
  });

  test.each([
    ["tail", () => ["tail", server.url]],
    ["record", () => ["record", server.url, "-"]],
    ["replay --to", () => ["replay", slow, "--to", server.url]],
    ["replay --serve", () => ["replay", slow, "--serve"]],
    ["convert", () => ["convert", fixture("run_loop")]],
  ])("%s, before it began", async (_, argv) => {
    expect(await runCli(argv(), { signal: AbortSignal.abort(reason()) })).toMatchObject({ code: 130, err: "" });
  });

  test("tail by a closed output, though nothing had to be written", async () => {
    const stop = new AbortController();
    const onOut = (): void => stop.abort(new Error("Nobody reads"));
    expect(await runCli(["tail", server.url], { signal: stop.signal, onOut })).toMatchObject({ code: 141 });
  });
});

test("the program sets the exit code", async () => {
  const { argv } = process;
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    process.argv = [...argv.slice(0, 2), "--version"];
    await import("../../lib/cli/main.ts");
    await expect.poll(() => write.mock.calls.map(([text]) => text)).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+/)]);
    expect(process.exitCode).toBe(0);
  } finally {
    process.argv = argv;
    process.exitCode = undefined;
    write.mockRestore();
  }
});
