import { buildNotification, type NotificationFrame } from "channel-frames";
import { StandingSubscription, serveAsks } from "channel-frames/proxy";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { until } from "../websocket/support/until.ts";
import { testProxy } from "./support/test_proxy.ts";

test("A subscription survives the end of its path, and says that there was a gap", async () => {
  const proxy = await testProxy();
  const stop = new AbortController();
  let controller: ReadableStreamDefaultController<NotificationFrame> | undefined;
  const served = serveAsks(
    proxy.base,
    {
      "mcp/list-tools": ({ payload }, { open }) => {
        const writer = open().writable.getWriter();
        writer.write(payload);
        return writer.close();
      },
      "mcp/notifications": () =>
        new ReadableStream<NotificationFrame>({
          start: (its) => {
            controller = its;
          },
        }),
    },
    { WebSocket, signal: stop.signal, minDelay: 1 },
  );
  onTestFinished(() => stop.abort());
  const frames = new StandingSubscription(proxy.asks);
  expect(frames.state).toBe("waiting");
  const answer = await proxy.asks.ask("mcp/list-tools", Uint8Array.of(7));
  const reader = answer.readable.getReader();
  expect((await reader.read()).value).toStrictEqual(Uint8Array.of(7));
  expect((await reader.read()).done).toBe(true);
  await until(() => frames.state === "open");
  const frame = buildNotification("notifications/tools/list_changed");
  controller?.enqueue(frame);
  const its = frames.getReader();
  expect((await its.read()).value).toStrictEqual(frame);
  controller?.close();
  await until(() => frames.state === "waiting");
  proxy.requests()?.terminate();
  await until(() => frames.state === "open");
  expect((await its.read()).value).toMatchObject({ type: "gap", ending: { kind: "finished", frames: 1 } });
  controller?.enqueue(frame);
  expect((await its.read()).value).toStrictEqual(frame);
  proxy.answers.at(-1)?.socket.terminate();
  expect((await its.read()).value).toMatchObject({ type: "gap", ending: { kind: "cut", frames: 1 } });
  stop.abort();
  await served;
});
