import { describe, expect, test } from "vitest";
import { buildNotification, type NotificationFrame, notificationFrames } from "../../lib/mod.ts";
import type { HandlerContext, ProxyOptions } from "../../lib/proxy/proxy_options.ts";
import { frameA, frameB, frameE } from "../support/frames.ts";
import { until } from "../websocket/support/until.ts";
import { type Outcome, readPath, streamOf } from "./support/read_path.ts";
import { startProxy } from "./support/start_proxy.ts";
import { opened } from "./support/upgrade.ts";

describe("/tool/notifications", () => {
  const read = (options: ProxyOptions) =>
    startProxy(options).then((proxy) => readPath<NotificationFrame>(proxy, "/tool/notifications", notificationFrames));

  test.each<[string, ProxyOptions, Outcome]>([
    [
      "as they come",
      { toolNotifications: () => streamOf(frameA, frameB) },
      { frames: [frameA, frameB], ending: { kind: "finished", frames: 2 } },
    ],
    [
      "an error at the end",
      { toolNotifications: async () => streamOf(frameA, frameE) },
      { frames: [frameA, frameE], ending: { kind: "failed", frames: 1, error: { code: -32603, message: "boom" } } },
    ],
    ["nothing without a handler", {}, { frames: [], ending: { kind: "unserved", frames: 0 } }],
    [
      "the error of a handler",
      { toolNotifications: () => Promise.reject("no \u00e9rror") },
      {
        frames: [{ type: "error", error: { code: -32603, message: "no \\u00e9rror" } }],
        ending: { kind: "failed", frames: 0, error: { code: -32603, message: "no \\u00e9rror" } },
      },
    ],
  ])("%s", async (_, options, outcome) => {
    expect(await read(options)).toEqual(outcome);
  });

  test.each(["close", "terminate"] as const)("until the server does %s, even if it talks", async (leave) => {
    let given: HandlerContext | undefined;
    let cancelled = 0;
    const told: unknown[] = [];
    const proxy = await startProxy({
      onHandlerError: (error) => told.push(error),
      toolNotifications(context) {
        given = context;
        const cancel = (): void => void cancelled++;
        return new ReadableStream({ start: (controller) => controller.enqueue(frameA), cancel });
      },
    });
    const socket = await opened(`${proxy.url}/tool/notifications`);
    // More than would be read ahead.
    for (let times = 0; times < 20; times++) socket.send(new Uint8Array(100_000));
    await until(() => given !== undefined);
    expect(given?.signal.aborted).toBe(false);
    socket[leave]();
    await until(() => cancelled === 1);
    expect(given?.signal.aborted).toBe(true);
    await until(() => proxy.connections === 0);
    expect(told).toEqual([]);
  });

  test("a server that does not read makes the handler wait", async () => {
    let pulls = 0;
    const toolNotifications = () =>
      new ReadableStream<NotificationFrame>(
        {
          pull(controller) {
            pulls++;
            controller.enqueue(buildNotification("notifications/message", { level: "info", data: "x".repeat(10_000) }));
          },
        },
        { highWaterMark: 0 },
      );
    const proxy = await startProxy({ toolNotifications });
    const socket = await opened(`${proxy.url}/tool/notifications`);
    socket.pause();
    let before = -1;
    await until(() => {
      const isStill = pulls > 0 && pulls === before;
      before = pulls;
      return isStill;
    });
    expect(pulls).toBeLessThan(5000);
    socket.terminate();
  });
});
