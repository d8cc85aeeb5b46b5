import { NotificationGuardedDecoderStream } from "channel-frames";
import { webSocketMessages } from "channel-frames/websocket";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { frameA, frameB, frameC } from "../support/frames.ts";
import { A, B, C } from "../support/messages.ts";
import { paces, readAll } from "../support/read_all.ts";
import { cutOf } from "./support/cut_of.ts";
import { pair, roles, sendAll } from "./support/pair.ts";
import { BINARY, closeFrame, frame, serveRaw } from "./support/raw_server.ts";

const messages = [A, B, C, A, B];
const frames = [frameA, frameB, frameC, frameA, frameB];

for (const role of roles) {
  describe(`On the side of the ${role}`, { timeout: 10_000 }, () => {
    for (const code of [1000, undefined, 1001, 1011, 4000]) {
      test.each([...paces, "after the end"] as const)(
        `a close frame with the code ${code} is the finish, for a reader that is %s`,
        async (pace) => {
          const { near, peer } = await pair({ role });
          const decoder = new NotificationGuardedDecoderStream();
          const decoded = near.readable.pipeThrough(decoder);
          await sendAll(peer, messages);
          peer.close(code);
          if (pace === "after the end") await near.closed;
          const reading = await readAll(decoded, pace === "after the end" ? "eager" : pace);
          expect(reading).toStrictEqual({ values: frames, end: "done" });
          expect(await decoder.ending).toStrictEqual({ kind: "finished", frames: 5 });
          expect(await near.closed).toStrictEqual({ code: code ?? 1005, reason: "", clean: true, by: "peer" });
        },
      );
    }

    test("a finish with nothing before it is unserved", async () => {
      const { near, peer } = await pair({ role });
      const decoder = new NotificationGuardedDecoderStream();
      const reading = readAll(near.readable.pipeThrough(decoder));
      peer.close(1000);
      await reading;
      expect(await decoder.ending).toStrictEqual({ kind: "unserved", frames: 0 });
    });

    test("a close frame with the code 4006 says that what came is not complete", async () => {
      const { near, peer } = await pair({ role });
      const decoder = new NotificationGuardedDecoderStream();
      const decoded = near.readable.pipeThrough(decoder);
      await sendAll(peer, messages);
      peer.close(4006, "out of order");
      const { values, end } = await readAll(decoded, "slow");
      expect(values).toStrictEqual(frames);
      expect(cutOf(end)).toMatchObject({ by: "carrier", closeCode: 4006, reason: "out of order" });
      expect(await decoder.ending).toStrictEqual({ kind: "cut", frames: 5, reason: cutOf(end) });
      expect(await near.closed).toStrictEqual({ code: 4006, reason: "out of order", clean: true, by: "peer" });
    });
  });
}

test("the peer's words are told", async () => {
  const { near, peer } = await pair();
  peer.close(1011, "a shard is lost: é");
  expect(await near.closed).toStrictEqual({ code: 1011, reason: "a shard is lost: é", clean: true, by: "peer" });
  expect(await readAll(near.readable)).toStrictEqual({ values: [], end: "done" });
});

test("a message after the close frame is none, and does no harm", async () => {
  const url = await serveRaw((socket, acceptance) => {
    socket.write(acceptance);
    socket.end(Buffer.concat([frame(BINARY, A), closeFrame(1000), frame(BINARY, B)]));
  });
  const { readable } = webSocketMessages(new WebSocket(url));
  expect(await readAll(readable)).toStrictEqual({ values: [A], end: "done" });
});

test("a peer that dies right after its close frame has finished", async () => {
  const url = await serveRaw((socket, acceptance) => {
    socket.write(acceptance);
    socket.write(Buffer.concat([frame(BINARY, A), closeFrame(1000)]), () => socket.destroy());
  });
  const { readable } = webSocketMessages(new WebSocket(url));
  expect(await readAll(readable)).toStrictEqual({ values: [A], end: "done" });
});

test("reading on behind the end gives the same end again", async () => {
  const { near, peer } = await pair();
  peer.close();
  const reader = near.readable.getReader();
  for (let time = 0; time < 3; time++) expect(await reader.read()).toStrictEqual({ done: true, value: undefined });
});
