import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type Provider, type Serve, startProvider } from "../../lib/demo/provider.ts";
import { scripted } from "../../lib/demo/scripted.ts";
import { serveRunLoop } from "../../lib/demo/serve.ts";
import { CutError } from "../../lib/mod.ts";
import { connect, type WebSocketMessages } from "../../lib/websocket/mod.ts";

let provider: Provider | undefined;

afterEach(() => provider?.close());

async function open(serve: Serve): Promise<WebSocketMessages> {
  provider = await startProvider(new Map([["/", serve]]));
  return connect(`${provider.origin}/`, { WebSocket });
}

/** What a reader that takes its time gets. */
async function readSlowly(messages: ReadableStream<Uint8Array>): Promise<{ seen: number[]; error?: unknown }> {
  const seen: number[] = [];
  try {
    await sleep(100);
    for await (const message of messages) {
      seen.push(...message);
      await sleep(5);
    }
    return { seen };
  } catch (error) {
    return { seen, error };
  }
}

function send(socket: WebSocket, ...messages: (string | Uint8Array)[]): Promise<void> {
  return new Promise((resolve, reject) => {
    for (const message of messages) socket.send(message);
    socket.send(Uint8Array.of(9), (error) => (error ? reject(error) : resolve()));
  });
}

test("a slow reader has every message before the cut", async () => {
  const { readable } = await open(async (_, far) => {
    await send(far, Uint8Array.of(1), "text", Uint8Array.of(2, 3), Uint8Array.of());
    far.terminate();
  });
  const { seen, error } = await readSlowly(readable);
  expect(seen).toEqual([1, 2, 3, 9]);
  expect(error).toBeInstanceOf(CutError);
  expect(error).toMatchObject({ closeCode: 1006 });
});

test.each([1000, 1001, 1011, 4000, undefined])("a close frame with the code %s is a finish", async (code) => {
  const { readable } = await open(async (_, far) => {
    await send(far, Uint8Array.of(1));
    far.close(code);
  });
  expect(await readSlowly(readable)).toEqual({ seen: [1, 9] });
});

test("a server that is not there cuts, and the cause is told", async () => {
  const { seen, error } = await readSlowly(connect("ws://127.0.0.1:1/", { WebSocket }).readable);
  expect(seen).toEqual([]);
  expect(error).toMatchObject({ code: "cut", closeCode: 1006, cause: { code: "ECONNREFUSED" } });
});

test("messages are copies: the memory of one is not that of another", async () => {
  const { readable } = await open(async (_, far) => {
    await send(far, Uint8Array.of(1));
    far.close();
  });
  const buffers = new Set<ArrayBufferLike>();
  for await (const message of readable) {
    expect(message.buffer.byteLength).toBe(1);
    buffers.add(message.buffer);
  }
  expect(buffers.size).toBe(2);
});

test("a reader that leaves stops the provider, even between two frames", async () => {
  let served: Promise<void> | undefined;
  const { readable } = await open(({ writable }) => {
    served = scripted([Uint8Array.of(1), Uint8Array.of(2)], 50).pipeTo(writable);
    return served;
  });
  for await (const message of readable) {
    expect(message).toEqual(Uint8Array.of(1));
    break;
  }
  await expect(served).rejects.toMatchObject({ code: "cut", by: "carrier", closeCode: 1000 });
});

test("a script that throws kills the socket after the messages before", async () => {
  const { readable } = await open(({ writable }) => scripted(broken(), 0).pipeTo(writable));
  expect(await readSlowly(readable)).toMatchObject({ seen: [1], error: { closeCode: 1006 } });
});

function* broken(): Generator<Uint8Array> {
  yield Uint8Array.of(1);
  throw new Error("Broken");
}

test.each(["{}", "null", '"prompt"', "no JSON"])("a run loop is not served for the request %s", async (request) => {
  const { readable, writable } = await open(serveRunLoop);
  await writable.getWriter().write(new TextEncoder().encode(request));
  expect(await readSlowly(readable)).toMatchObject({ seen: [], error: { closeCode: 1006 } });
});
