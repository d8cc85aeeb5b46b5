import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Readable, Writable } from "node:stream";
import { CutError, type Ending, type NotificationFrame, NotificationGuardedDecoderStream } from "channel-frames";
import { replay, TapeEncoderStream } from "channel-frames/tape";
import { expect, onTestFinished, test } from "vitest";
import { frameA, frameB, frameE } from "../support/frames.ts";
import { A, B, E, notification } from "../support/messages.ts";
import { pullSource, type SourceEnd } from "../support/pull_source.ts";
import { readAll } from "../support/read_all.ts";

/** A socket of TCP, connected over 127.0.0.1, by both its ends. */
async function tcp(): Promise<{ readonly near: Socket; readonly far: Socket }> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const accepted = once(server, "connection");
  const near = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [far] = (await accepted) as [Socket];
  onTestFinished(() => {
    near.destroy();
    far.destroy();
    server.close();
  });
  near.setNoDelay(true);
  // A socket without a listener would end the process when it breaks.
  near.on("error", () => {});
  far.on("error", () => {});
  return { near, far };
}

/** Sends messages over a socket of TCP, and reads them at its other end, with a guard. */
async function overTcp(messages: Iterable<Uint8Array>, end: SourceEnd, breakOff?: (near: Socket) => void) {
  const { near, far } = await tcp();
  const source = pullSource(messages, end);
  const sending = source.stream.pipeThrough(new TapeEncoderStream()).pipeTo(Writable.toWeb(near));
  sending.catch(() => {});
  const guard = new NotificationGuardedDecoderStream();
  const received = replay(Readable.toWeb(far) as ReadableStream<Uint8Array>).pipeThrough(guard);
  const reading = readAll(received, "eager", (count) => {
    if (count === 2) breakOff?.(near);
  });
  const { values } = await reading;
  const ending: Ending<NotificationFrame> = await guard.ending;
  return { values, ending };
}

test("a finish arrives as one", async () => {
  const { values, ending } = await overTcp([A, B], "close");
  expect(values).toStrictEqual([frameA, frameB]);
  expect(ending).toStrictEqual({ kind: "finished", frames: 2 });
});

test("nothing at all is unserved", async () => {
  expect((await overTcp([], "close")).ending).toStrictEqual({ kind: "unserved", frames: 0 });
});

test("an error frame, too", async () => {
  const { values, ending } = await overTcp([A, E], "close");
  expect(values).toStrictEqual([frameA, frameE]);
  expect(ending.kind).toBe("failed");
});

test("a break of what is sent arrives with what is known of it", async () => {
  const throws = new CutError({ by: "scope", reason: "gone" });
  const { values, ending } = await overTcp([A, B], { throws });
  expect(values).toStrictEqual([frameA, frameB]);
  expect(ending).toMatchObject({ kind: "cut", frames: 2, reason: { by: "scope", reason: "gone" } });
});

const breaks: readonly (readonly [string, (near: Socket) => void])[] = [
  ["reset", (near) => near.resetAndDestroy()],
  ["closed", (near) => near.destroy()],
  ["ended in order, though not the messages", (near) => near.end()],
];

test.each(breaks)("a connection that is %s is a cut, and neither finished nor unserved", async (_, breakOff) => {
  const { values, ending } = await overTcp([A, B], "wait", breakOff);
  expect(values).toStrictEqual([frameA, frameB]);
  expect(ending).toStrictEqual({ kind: "cut", frames: 2, reason: expect.any(CutError) });
});

test("thousands of messages of all sizes keep their boundaries", async () => {
  const sent = Array.from({ length: 3000 }, (_, n) => notification("x/n", { n, fill: "é".repeat(n % 700) }));
  const { values, ending } = await overTcp(sent, "close");
  expect(
    values.map((frame) =>
      frame.type === "notification" ? Reflect.get(Object(frame.notification.params), "n") : frame,
    ),
  ).toStrictEqual(sent.map((_, n) => n));
  expect(ending).toStrictEqual({ kind: "finished", frames: 3000 });
});
