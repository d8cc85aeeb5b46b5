import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { describe, expect, test } from "vitest";
import type { NotificationFrame } from "../../lib/mod.ts";
import { deliverTo } from "../../lib/proxy/deliver_to.ts";
import type { Gap } from "../../lib/proxy/gap.ts";
import { NotificationsFailedError } from "../../lib/proxy/notifications_failed_error.ts";
import { notificationsFrom } from "../../lib/proxy/notifications_from.ts";
import { rejection } from "../support/fate.ts";
import { frameA, frameB, frameE } from "../support/frames.ts";
import { collect } from "./support/collect.ts";
import { mcpPair } from "./support/mcp_pair.ts";

function notification(method: string, params?: object | null): NotificationFrame {
  return {
    type: "notification",
    notification: { method, ...(params === undefined ? {} : { params }) },
  } as NotificationFrame;
}

describe("what is written is sent", () => {
  test.each([
    ["known", notification("notifications/tools/list_changed"), { method: "notifications/tools/list_changed" }],
    [
      "progress of which nobody there knows",
      notification("notifications/progress", { progressToken: 1, progress: 2, extra: [null] }),
      { method: "notifications/progress", params: { progressToken: 1, progress: 2, extra: [null] } },
    ],
    ["custom", notification("vendor/thing", { a: 1 }), { method: "vendor/thing", params: { a: 1 } }],
    [
      "with null for params, which JSON-RPC does not know",
      notification("vendor/thing", null),
      { method: "vendor/thing" },
    ],
  ])("%s", async (_, frame, sent) => {
    const { client, server, connect } = mcpPair();
    const heard = collect(notificationsFrom(client));
    await connect();
    const writer = deliverTo(server).getWriter();
    await writer.write(frame);
    await writer.close();
    await client.close();
    await heard.over;
    expect(heard.chunks).toEqual([{ type: "notification", notification: { jsonrpc: "2.0", ...sent } }]);
  });

  test("by the McpServer of the SDK, too", async () => {
    const { client, near, far } = mcpPair();
    const server = new McpServer({ name: "far", version: "1.0.0" });
    const heard = collect(notificationsFrom(client));
    await Promise.all([server.connect(far), client.connect(near)]);
    await deliverTo(server).getWriter().write(frameA);
    await client.close();
    await heard.over;
    expect(heard.chunks).toMatchObject([frameA]);
  });

  test("and nothing but the method and the params", async () => {
    const { client, server, connect } = mcpPair();
    const heard = collect(notificationsFrom(client));
    await connect();
    const overfull = { type: "notification", notification: { method: "x/y", id: 1, jsonrpc: "3.0", more: 2 } } as const;
    await deliverTo(server).getWriter().write(overfull);
    await client.close();
    await heard.over;
    expect(heard.chunks).toEqual([{ type: "notification", notification: { jsonrpc: "2.0", method: "x/y" } }]);
  });
});

test("what a standing subscription gives, gaps and errors among it", async () => {
  const { client, server, connect } = mcpPair();
  const heard = collect(notificationsFrom(client));
  await connect();
  const gap: Gap = { type: "gap", ending: { kind: "finished", frames: 1 }, since: 1, until: 2 };
  const told: unknown[] = [];
  const subscription = new ReadableStream<NotificationFrame | Gap>({
    start(controller) {
      for (const frame of [frameA, frameE, gap, frameB]) controller.enqueue(frame);
      controller.close();
    },
  });
  await subscription.pipeTo(
    deliverTo(server, { onError: (error) => void told.push(error), onGap: (gap) => void told.push(gap) }),
  );
  await client.close();
  await heard.over;
  expect(heard.chunks).toEqual(
    [frameA, frameB].map((frame) => ({
      type: "notification",
      notification: { jsonrpc: "2.0", ...(frame.type === "notification" && frame.notification) },
    })),
  );
  expect(told).toEqual([{ code: -32603, message: "boom" }, gap]);
  await deliverTo(server).getWriter().write(gap);
});

describe("what cannot be sent errors the stream", () => {
  test.each([
    ["a notification without its capability", notification("notifications/message", {}), /logging/],
    ["an error frame", frameE, /-32603: boom/],
  ])("%s, and the server stays connected", async (_, frame, message) => {
    const { client, server, connect } = mcpPair();
    await connect();
    let cancelled: unknown;
    const source = new ReadableStream<NotificationFrame>({
      pull: (controller) => controller.enqueue(frame),
      cancel(reason) {
        cancelled = reason;
      },
    });
    const reason = await rejection(source.pipeTo(deliverTo(server)));
    expect(reason).toMatchObject({ message: expect.stringMatching(message) });
    expect(cancelled).toBe(reason);
    await client.ping();
  });

  test("the error of a frame is told whole", async () => {
    const { server, connect } = mcpPair();
    await connect();
    const error = { code: 7, message: "é".repeat(1000), data: { a: [1] } };
    const reason = await rejection(deliverTo(server).getWriter().write({ type: "error", error }));
    expect(reason).toBeInstanceOf(NotificationsFailedError);
    expect(reason).toMatchObject({ code: "failed", error });
    expect(String(reason).length).toBeLessThan(2000);
  });

  test("a server that nobody is connected to", async () => {
    const server = new Server({ name: "alone", version: "1.0.0" });
    expect(await rejection(deliverTo(server).getWriter().write(frameA))).toMatchObject({ message: "Not connected" });
  });
});

test.each([undefined, null, {}, "server", { server: {} }])("%j is no server", (value) => {
  expect(() => Reflect.apply(deliverTo, undefined, [value])).toThrow(TypeError);
});
