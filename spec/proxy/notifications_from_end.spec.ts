import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, test } from "vitest";
import { CutError } from "../../lib/mod.ts";
import { notificationsFrom } from "../../lib/proxy/notifications_from.ts";
import { rejection } from "../support/fate.ts";
import { turn } from "../support/pause.ts";
import { collect } from "./support/collect.ts";
import { changed, error, frame, stateOf } from "./support/mcp_frames.ts";
import { mcpPair } from "./support/mcp_pair.ts";

describe("the end", () => {
  test("by the server", async () => {
    const { client, server, connect } = mcpPair();
    await connect();
    const heard = collect(notificationsFrom(client));
    await server.notification(changed);
    await server.close();
    expect(await heard.over).toBe(undefined);
    expect(heard.chunks).toEqual([frame(changed.method), error(-32000, "Connection closed")]);
  });

  test("by whoever has the client", async () => {
    const { client, connect } = mcpPair();
    await connect();
    const heard = collect(notificationsFrom(client));
    await client.close();
    expect(await heard.over).toBe(undefined);
    expect(heard.chunks).toEqual([]);
  });

  test("by a transport that closes for an error, or a client that is closed for it", async () => {
    const { client, near, connect } = mcpPair();
    await connect();
    const heard = collect(notificationsFrom(client));
    near.onerror?.(new Error("of no importance"));
    await turn();
    client.onerror = () => void client.close();
    near.onerror?.(new Error("The buffer is full"));
    await heard.over;
    expect(heard.chunks).toEqual([error(-32000, "The buffer is full")]);
  });

  test("by a transport that takes its time to close for an error", async () => {
    const { client, near, connect } = mcpPair();
    await connect();
    near.close = async () => {};
    const heard = collect(notificationsFrom(client));
    near.onerror?.(new Error("The buffer is full"));
    void near.close();
    await turn();
    near.onclose?.();
    await heard.over;
    expect(heard.chunks).toEqual([error(-32000, "The buffer is full")]);
  });

  test("by whoever has the client, with errors while it closes", async () => {
    const { client, near, server, connect } = mcpPair();
    near.close = async () => {
      await turn();
      near.onerror?.(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
      near.onerror?.(new Error("SSE stream disconnected: AbortError"));
      await server.notification(changed);
      near.onclose?.();
    };
    await connect();
    const heard = collect(notificationsFrom(client));
    await client.close();
    expect(await heard.over).toBe(undefined);
    expect(heard.chunks).toEqual([frame(changed.method)]);
  });

  test("by a transport that closes and does not say so", async () => {
    const { client, near, connect } = mcpPair();
    near.close = async () => {};
    await connect();
    const heard = collect(notificationsFrom(client));
    await client.close();
    expect(await heard.over).toBe(undefined);
    expect(heard.chunks).toEqual([]);
  });
});

describe("a connection that does not come about", () => {
  test("for want of a program", async () => {
    const client = new Client({ name: "near", version: "1.0.0" });
    const heard = collect(notificationsFrom(client));
    const transport = new StdioClientTransport({ command: "/nowhere/at/all" });
    const reason = await rejection(client.connect(transport));
    await heard.over;
    expect(heard.chunks).toEqual([error(-32000, "spawn /nowhere/at/all ENOENT")]);
    expect(reason).toMatchObject({ code: "ENOENT" });
  });

  test("for want of an answer: the client closes it, and says why", async () => {
    const { client, near } = mcpPair();
    const heard = collect(notificationsFrom(client));
    await rejection(client.connect(near, { timeout: 1 }));
    await heard.over;
    expect(heard.chunks).toEqual([error(-32001, "MCP error -32001: Request timed out")]);
  });

  test("for want of a transport: the next one may", async () => {
    const { client, connect } = mcpPair();
    const heard = collect(notificationsFrom(client));
    await rejection(Reflect.apply(client.connect, client, [undefined]));
    await client.close();
    await connect();
    await client.close();
    expect(await heard.over).toBe(undefined);
    expect(heard.chunks).toEqual([]);
    expect(Object.hasOwn(client, "connect")).toBe(false);
  });

  test("because the server goes at once", async () => {
    const client = new Client({ name: "near", version: "1.0.0" });
    const heard = collect(notificationsFrom(client));
    await rejection(client.connect(new StdioClientTransport({ command: process.execPath, args: ["-e", ""] })));
    await heard.over;
    expect(heard.chunks).toEqual([error(-32000, "MCP error -32000: Connection closed")]);
  });
});

describe("a reader that is too slow", () => {
  test("has all that was queued, and then a cut; and the client goes on", async () => {
    const { client, server, near, connect } = mcpPair();
    await connect();
    const before = stateOf(near);
    const stream = notificationsFrom(client, { maxQueued: 3 });
    for (let n = 0; n < 5; n++) await server.notification({ method: "a/b", params: { n } });
    expect(stateOf(near)).toEqual(before);
    const heard = collect(stream);
    const reason = await heard.over;
    expect(reason).toBeInstanceOf(CutError);
    expect(reason).toMatchObject({ by: "overrun" });
    expect(heard.chunks).toEqual([0, 1, 2].map((n) => frame("a/b", { n })));
    await client.ping();
  });

  test("and the end that came meanwhile is the last thing it gets", async () => {
    const { client, server, connect } = mcpPair();
    await connect();
    const stream = notificationsFrom(client, { maxQueued: 1 });
    await server.notification(changed);
    await server.close();
    const heard = collect(stream);
    expect(await heard.over).toBe(undefined);
    expect(heard.chunks).toEqual([frame(changed.method), error(-32000, "Connection closed")]);
  });
});
