import { type NotificationFrame, notificationFrames, readFrames } from "channel-frames";
import { serveAsks } from "channel-frames/proxy";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { frameA, frameB } from "../support/frames.ts";
import { pullSource } from "../support/pull_source.ts";
import { until } from "../websocket/support/until.ts";
import { startTestProxy } from "./support/start_test_proxy.ts";

test("A server outlives its proxy, and never gives the answer to an ask of one to the next, of the same number", async () => {
  const first = await startTestProxy();
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const answers: ((frames: ReadableStream<NotificationFrame>) => void)[] = [];
  const lost: unknown[] = [];
  const served = serveAsks(
    first.base,
    { "mcp/notifications": () => new Promise((resolve) => answers.push(resolve)) },
    {
      WebSocket,
      signal: stop.signal,
      minDelay: 1,
      maxDelay: 20,
      onAskFailed: (error) => lost.push(Object(error).code),
    },
  );
  first.asks.ask("mcp/notifications").catch(() => {});
  await until(() => answers.length === 1);
  await first.close();

  const second = await startTestProxy({}, Number(new URL(first.base).port));
  onTestFinished(() => second.close());
  const answered = second.asks.ask("mcp/notifications");
  await until(() => answers.length === 2);
  expect(second.events).toStrictEqual([{ what: "asked", path: "/mcp/notifications/1", connection: 1 }]);
  expect(lost).toStrictEqual(["requests-ended"]);
  const late = pullSource([frameA], "wait");
  answers[0]?.(late.stream);
  await until(() => late.cancels.length > 0);
  answers[1]?.(pullSource([frameB]).stream);
  const frames = readFrames((await answered).readable, notificationFrames);
  const told: NotificationFrame[] = [];
  for await (const frame of frames) told.push(frame);
  expect(told).toStrictEqual([frameB]);
  stop.abort();
  await served;
});
