import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { ProgressNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import { notificationsFrom } from "../../lib/proxy/notifications_from.ts";
import { rejection } from "../support/fate.ts";
import { turn } from "../support/pause.ts";
import { collect } from "./support/collect.ts";
import { changed, frame, stateOf } from "./support/mcp_frames.ts";
import { mcpPair } from "./support/mcp_pair.ts";

describe("listening", () => {
  test.each(["before the client is connected", "after"])("%s, nothing of what comes is missed", async (when) => {
    const { client, server, connect } = mcpPair();
    if (when === "after") await connect();
    const heard = collect(notificationsFrom(client));
    if (when !== "after") await connect();
    await server.notification(changed);
    await server.notification({ method: "notifications/progress", params: { progressToken: 9, progress: 1 } });
    await server.notification({ method: "vendor/thing", params: { a: [null] } });
    await client.close();
    expect(await heard.over).toBe(undefined);
    expect(heard.chunks).toEqual([
      frame("notifications/tools/list_changed"),
      frame("notifications/progress", { progressToken: 9, progress: 1 }),
      frame("vendor/thing", { a: [null] }),
    ]);
  });

  test("requests, answers, and what is no notification of the protocol, are passed over", async () => {
    const { client, near, connect } = mcpPair();
    await connect();
    const heard = collect(notificationsFrom(client));
    const odd: unknown[] = [
      { jsonrpc: "2.0", id: 1, method: "ping" },
      { jsonrpc: "2.0", id: 77, result: {} },
      { jsonrpc: "2.0", method: 7 },
      { jsonrpc: "2.0", method: "a/b", params: [1] },
      { jsonrpc: "2.0", method: "a/b", params: { _meta: 1 } },
      null,
      "text",
    ];
    client.onerror = () => {};
    for (const message of odd) {
      try {
        Reflect.apply(near.onmessage ?? expect.fail, near, [message]);
      } catch {
        // The client has no use for it, either.
      }
    }
    await client.close();
    await heard.over;
    expect(heard.chunks).toEqual([]);
  });

  test("the client's own handlers are called as before", async () => {
    const run = async (listen: (client: Client) => unknown): Promise<readonly string[]> => {
      const { client, server, connect } = mcpPair();
      const called: string[] = [];
      client.setNotificationHandler(ProgressNotificationSchema, () => void called.push("progress"));
      client.fallbackNotificationHandler = async ({ method }) => void called.push(method);
      client.onclose = () => called.push("close");
      client.onerror = () => called.push("error");
      await connect();
      listen(client);
      await server.notification({ method: "notifications/progress", params: { progressToken: 1, progress: 1 } });
      await server.notification(changed);
      client.transport?.onerror?.(new Error("of no importance"));
      await turn();
      await client.close();
      return called;
    };
    const called = await run(notificationsFrom);
    expect(called.length).toBeGreaterThan(3);
    expect(called).toEqual(await run(() => {}));
  });

  test("a client that is connected again is listened to again, and only by whoever asks for it", async () => {
    const first = mcpPair();
    const heard = collect(notificationsFrom(first.client));
    await first.connect();
    await first.client.close();
    await heard.over;
    const second = mcpPair();
    const again = collect(notificationsFrom(first.client));
    await Promise.all([second.server.connect(second.far), first.client.connect(second.near)]);
    await second.server.notification(changed);
    await first.client.close();
    await again.over;
    expect([heard.chunks, again.chunks]).toEqual([[], [frame(changed.method)]]);
  });

  test("two streams of one client hear the same, and one does not end with the other", async () => {
    const { client, server, connect } = mcpPair();
    await connect();
    const [one, other] = [notificationsFrom(client), notificationsFrom(client)];
    await server.notification(changed);
    await one.cancel();
    await server.notification(changed);
    await client.close();
    const heard = collect(other);
    await heard.over;
    expect(heard.chunks).toEqual([frame(changed.method), frame(changed.method)]);
  });
});

describe("nothing stays behind", () => {
  test.each<[string, (stream: ReadableStream, stop: AbortController) => void]>([
    ["a cancel", (stream) => void stream.cancel()],
    ["the signal", (_, stop) => stop.abort()],
  ])("after %s, on a client that is connected and on one that is not", async (_, leave) => {
    const { client, server, near, connect } = mcpPair();
    for (const prepare of [async () => {}, connect]) {
      await prepare();
      const before = stateOf(client, near);
      const stop = new AbortController();
      const streams = [1, 2, 3].map(() => notificationsFrom(client, { signal: stop.signal }));
      expect(stateOf(client, near)).not.toEqual(before);
      for (const stream of streams) leave(stream, stop);
      expect(stateOf(client, near)).toEqual(before);
    }
    await server.notification(changed);
    await client.ping();
    await client.close();
  });

  test("where others have wrapped what was wrapped, theirs goes on working", async () => {
    const { client, server, near, connect } = mcpPair();
    await connect();
    const stream = notificationsFrom(client);
    const ours = near.onmessage;
    let calls = 0;
    near.onmessage = (...args) => {
      calls++;
      ours?.(...args);
    };
    await stream.cancel();
    await server.notification(changed);
    await client.ping();
    expect(calls).toBe(2);
  });

  test("with a signal that has fired, nothing begins", async () => {
    const { client } = mcpPair();
    const before = stateOf(client);
    const stream = notificationsFrom(client, { signal: AbortSignal.abort("enough") });
    expect(stateOf(client)).toEqual(before);
    expect(await rejection(stream.getReader().read())).toBe("enough");
  });
});

test.each([undefined, null, {}, "client", { connect: 1 }])("%j is no client", (value) => {
  expect(() => Reflect.apply(notificationsFrom, undefined, [value])).toThrow(TypeError);
});

test.each([0, -1, 1.5, Number.NaN, "1"])("maxQueued: %j has no sense", (maxQueued) => {
  const { client } = mcpPair();
  expect(() => Reflect.apply(notificationsFrom, undefined, [client, { maxQueued }])).toThrow(TypeError);
});
