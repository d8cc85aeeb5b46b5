import type { IncomingMessage } from "node:http";
import { connect } from "channel-frames/websocket";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { rejection } from "../support/fate.ts";
import { readAll } from "../support/read_all.ts";
import { cutOf } from "./support/cut_of.ts";
import { FakeSocket } from "./support/fake_socket.ts";
import { serve } from "./support/server.ts";

const timeout = 10_000;

async function serveOne(): Promise<{ readonly url: string; readonly requests: readonly IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const url = await serve((peer, request) => {
    requests.push(request);
    peer.send(Uint8Array.of(1));
    peer.close(1000);
  });
  return { url, requests };
}

describe("connect", { timeout }, () => {
  test.each([
    ["a string", (url: string) => url],
    ["a URL", (url: string) => new URL(url)],
  ])("takes %s, and asks for no subprotocol", async (_, as) => {
    const { url, requests } = await serveOne();
    const { readable, opened } = connect(as(`${url}/mcp/notifications/7?a=b`), { WebSocket });
    await opened;
    expect(await readAll(readable)).toStrictEqual({ values: [Uint8Array.of(1)], end: "done" });
    expect(requests.map((request) => request.url)).toStrictEqual(["/mcp/notifications/7?a=b"]);
    expect(requests[0]?.headers).toHaveProperty("sec-websocket-key");
    expect(requests[0]?.headers).not.toHaveProperty("sec-websocket-protocol");
  });

  test("gives the class the URL as a string, and nothing else", () => {
    const made: unknown[][] = [];
    class Recorder extends FakeSocket {
      constructor(...parameters: unknown[]) {
        super();
        made.push(parameters);
      }
    }
    connect(new URL("ws://127.0.0.1:1/x"), { WebSocket: Recorder });
    expect(made).toStrictEqual([["ws://127.0.0.1:1/x"]]);
  });

  test("hands its options on", async () => {
    const { url } = await serveOne();
    const isFinish = vi.fn(() => false);
    const { readable } = connect(url, { WebSocket, isFinish });
    const { values, end } = await readAll(readable);
    expect(values).toStrictEqual([Uint8Array.of(1)]);
    expect(cutOf(end).closeCode).toBe(1000);
    expect(isFinish).toHaveBeenCalledOnce();
  });

  test("uses the class of the runtime where there is one", async () => {
    const { url } = await serveOne();
    vi.stubGlobal("WebSocket", WebSocket);
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await readAll(connect(url).readable)).toStrictEqual({ values: [Uint8Array.of(1)], end: "done" });
  });

  test("says what to do where there is none", () => {
    vi.stubGlobal("WebSocket", undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    for (const options of [undefined, {}, { WebSocket: undefined }]) {
      expect(() => connect("ws://127.0.0.1:1", options)).toThrow(TypeError);
      expect(() => connect("ws://127.0.0.1:1", options)).toThrow(/WebSocket.*\bws\b/);
    }
  });

  test.each(["no URL", "", "ftp://127.0.0.1", "ws://127.0.0.1/#fragment"])(
    "throws what the class throws for %j",
    (url) => {
      expect(() => connect(url, { WebSocket })).toThrow(SyntaxError);
    },
  );

  test("makes no connection if an option has no sense", () => {
    const made = vi.fn();
    class Recorder extends FakeSocket {
      constructor() {
        super();
        made();
      }
    }
    expect(() => connect("ws://127.0.0.1:1", { WebSocket: Recorder, highWaterMark: -1 })).toThrow(TypeError);
    expect(made).not.toHaveBeenCalled();
  });

  test("that fails is a CutError everywhere", async () => {
    const { readable, writable, opened, closed } = connect("ws://127.0.0.1:1", { WebSocket });
    const { end } = await readAll(readable);
    expect(cutOf(end)).toMatchObject({ by: "carrier", closeCode: 1006, cause: { code: "ECONNREFUSED" } });
    expect(await rejection(opened)).toBe(cutOf(end));
    expect(await rejection(writable.getWriter().closed)).toBe(cutOf(end));
    expect(await closed).toMatchObject({ clean: false, by: "peer" });
  });
});
