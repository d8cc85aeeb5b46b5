import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { servePage } from "../../lib/cli/serve_page.ts";
import { EngineUnderTest } from "./support/engine_under_test.ts";
import { endings, progress } from "./support/tapes.ts";

/** A server on this machine that answers each socket so. @returns its address */
async function serve(answer: (socket: WebSocket) => void): Promise<string> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", answer);
  await new Promise((resolve) => server.once("listening", resolve));
  // Browsers have it; not all of Node has.
  vi.stubGlobal("WebSocket", WebSocket);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  const address = server.address();
  return `ws://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

const until = (holds: () => boolean): Promise<void> =>
  vi.waitFor(() => expect(holds()).toBe(true), { timeout: 10_000 });

describe("a live channel", () => {
  test("is told as it goes on, to its finish, and can be saved", async () => {
    let finish = (): void => {};
    const url = await serve((socket) => {
      socket.send(progress(1));
      socket.send(progress(2));
      finish = () => socket.close(1000);
    });
    const engine = new EngineUnderTest();
    const reading = engine.take({ type: "open", source: { kind: "channel", url: `${url}/tool/notifications?key=1` } });
    await until(() => engine.last("progress")?.progress.rows === 2);
    expect(engine.last("head")?.head).toMatchObject({
      isLive: true,
      family: "notifications",
      carrier: `${url}/tool/notifications`,
    });
    expect(await engine.filtered({ text: '"progress":2' })).toEqual([1]);
    expect(await engine.ask("detail", { index: 0 })).toMatchObject({ value: { method: "notifications/progress" } });
    finish();
    await reading;
    expect(engine.last("ending")?.ending).toMatchObject({ kind: "finished", frames: 2 });
    const saved = new Uint8Array(await (await engine.ask("export", { what: "all", as: "tape" })).arrayBuffer());
    expect((await EngineUnderTest.open(saved)).last("ending")?.ending).toMatchObject({ kind: "finished", frames: 2 });
  });

  test("that is killed is cut", async () => {
    const url = await serve((socket) => socket.send(progress(1), () => setTimeout(() => socket.terminate(), 50)));
    const engine = new EngineUnderTest();
    await engine.take({ type: "open", source: { kind: "channel", url } });
    expect(engine.last("ending")?.ending).toMatchObject({ kind: "cut", frames: 1, closeCode: 1006 });
  });

  test("that the page leaves is cancelled, and all that came is there", async () => {
    const url = await serve((socket) => socket.send(progress(1)));
    const engine = new EngineUnderTest();
    const reading = engine.take({ type: "open", source: { kind: "channel", url } });
    await until(() => engine.last("progress")?.progress.rows === 1);
    await engine.take({ type: "leave" });
    await reading;
    expect(engine.last("ending")?.ending).toMatchObject({ kind: "cancelled", frames: 1, reason: "The page left" });
  });

  test("of a run loop is asked for by a prompt", async () => {
    const asked: string[] = [];
    const url = await serve((socket) => {
      socket.on("message", (message) => {
        asked.push(String(message));
        socket.close(1000);
      });
    });
    const engine = new EngineUnderTest();
    await engine.take({ type: "open", source: { kind: "channel", url, prompt: "Greet" } });
    expect(asked).toEqual(['{"prompt":"Greet"}']);
    expect(engine.last("head")?.head.family).toBe("run-loop");
    // What this side has sent is no answer.
    expect(engine.last("ending")?.ending).toMatchObject({ kind: "unserved", frames: 0 });
    expect((await engine.ask("rows", { from: 0, count: 9 })).map(({ kind }) => kind)).toEqual(["sent"]);
  });

  test("that nobody serves is told in words", async () => {
    vi.stubGlobal("WebSocket", WebSocket);
    onTestFinished(() => void vi.unstubAllGlobals());
    const engine = new EngineUnderTest();
    await engine.take({ type: "open", source: { kind: "channel", url: "ws://127.0.0.1:1/x" } });
    expect(engine.last("failure")?.message).toMatch(/^No connection to ws:\/\/127\.0\.0\.1:1\/x/);
  });
});

describe("the tape behind an address", () => {
  const served = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), "channel-frames-"));
    const tape = join(folder, "grüße.tape");
    await writeFile(tape, endings.failed);
    const { port, close } = await servePage({ page: "", tape, port: 0 });
    onTestFinished(async () => {
      await close();
      await rm(folder, { recursive: true });
    });
    return `http://127.0.0.1:${port}`;
  };

  test("is read as it comes, under its own name", async () => {
    const engine = new EngineUnderTest();
    await engine.take({ type: "open", source: { kind: "address", url: `${await served()}/tape` } });
    expect(engine.last("head")?.head.title).toBe("grüße.tape");
    expect(engine.last("progress")?.progress).toMatchObject({
      bytes: endings.failed.byteLength,
      totalBytes: endings.failed.byteLength,
    });
    expect(engine.last("ending")?.ending.kind).toBe("failed");
    expect(await engine.ask("detail", { index: 3 })).toMatchObject({ row: { kind: "error" } });
  });

  test.each([
    ["that is not there", "/nowhere", /404/],
    ["that is empty", "/", /without the record of its end/],
  ])("is refused in words: one %s", async (_, path, message) => {
    const engine = new EngineUnderTest();
    await engine.take({ type: "open", source: { kind: "address", url: `${await served()}${path}` } });
    expect(engine.last("failure")?.message).toMatch(message);
  });

  test("is refused in words where nobody answers", async () => {
    const engine = new EngineUnderTest();
    await engine.take({ type: "open", source: { kind: "address", url: "http://127.0.0.1:1/tape" } });
    expect(engine.last("failure")?.message).toMatch(/nobody answers there/);
  });
});
