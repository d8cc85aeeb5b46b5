import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type Provider, type Serve, startProvider } from "../../lib/demo/provider.ts";
import { scripted } from "../../lib/demo/scripted.ts";
import { serveRunLoop } from "../../lib/demo/serve.ts";
import { socketMessages } from "../../lib/demo/socket_messages.ts";
import { socketSink } from "../../lib/demo/socket_sink.ts";
import { CutError } from "../../lib/mod.ts";

let provider: Provider | undefined;

afterEach(() => provider?.close());

async function open(serve: Serve): Promise<WebSocket> {
  provider = await startProvider(new Map([["/", serve]]));
  return new WebSocket(`${provider.origin}/`);
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
  const socket = await open(async (far) => {
    await send(far, Uint8Array.of(1), "text", Uint8Array.of(2, 3), Uint8Array.of());
    far.terminate();
  });
  const { seen, error } = await readSlowly(socketMessages(socket));
  expect(seen).toEqual([1, 2, 3, 9]);
  expect(error).toBeInstanceOf(CutError);
  expect(error).toMatchObject({ closeCode: 1006 });
});

test.each([1000, 1001, 1011, 4000, undefined])("a close frame with the code %s is a finish", async (code) => {
  const socket = await open(async (far) => {
    await send(far, Uint8Array.of(1));
    far.close(code);
  });
  expect(await readSlowly(socketMessages(socket))).toEqual({ seen: [1, 9] });
});

test("a server that is not there cuts, and the cause is told", async () => {
  const socket = new WebSocket("ws://127.0.0.1:1/");
  const { seen, error } = await readSlowly(socketMessages(socket));
  expect(seen).toEqual([]);
  expect(error).toMatchObject({ code: "cut", closeCode: 1006, cause: { code: "ECONNREFUSED" } });
});

test("messages are copies: the memory of one is not that of another", async () => {
  const socket = await open(async (far) => {
    await send(far, Uint8Array.of(1));
    far.close();
  });
  const buffers = new Set<ArrayBufferLike>();
  for await (const message of socketMessages(socket)) {
    expect(message.buffer.byteLength).toBe(1);
    buffers.add(message.buffer);
  }
  expect(buffers.size).toBe(2);
});

test("a reader that leaves stops the provider, even between two frames", async () => {
  let served: Promise<void> | undefined;
  const socket = await open((far) => {
    served = scripted([Uint8Array.of(1), Uint8Array.of(2)], 50).pipeTo(socketSink(far));
    return served;
  });
  for await (const message of socketMessages(socket)) {
    expect(message).toEqual(Uint8Array.of(1));
    break;
  }
  await expect(served).rejects.toThrow("The reader closed the socket");
});

test("a script that throws kills the socket after the messages before", async () => {
  const socket = await open((far) => scripted(broken(), 0).pipeTo(socketSink(far)));
  expect(await readSlowly(socketMessages(socket))).toMatchObject({ seen: [1], error: { closeCode: 1006 } });
});

function* broken(): Generator<Uint8Array> {
  yield Uint8Array.of(1);
  throw new Error("Broken");
}

test.each(["{}", "null", '"prompt"', "no JSON"])("a run loop is not served for the request %s", async (request) => {
  const socket = await open(serveRunLoop);
  const messages = socketMessages(socket);
  socket.once("open", () => socket.send(request));
  expect(await readSlowly(messages)).toMatchObject({ seen: [], error: { closeCode: 1006 } });
});
