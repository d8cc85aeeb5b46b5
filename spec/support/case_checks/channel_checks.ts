import {
  CutError,
  type Ending,
  type NotificationFrame,
  NotificationGuardedDecoderStream,
  notificationFrames,
  readFrames,
} from "channel-frames";
import type { OpenedChannel, Stall } from "channel-frames/connection";
import { expect, vi } from "vitest";
import {
  channelFinish,
  channelRequest,
  channelResponse,
  fieldsOf,
  raw,
  request,
  responseFinish,
} from "../../connection/support/bytes.ts";
import { lines, webSocketLine } from "../../connection/support/lines.ts";
import { nextOf } from "../../connection/support/next_of.ts";
import { outcome } from "../../connection/support/outcome.ts";
import { type ClientScene, clientScene } from "../../connection/support/scene.ts";
import { frameA, frameB } from "../frames.ts";
import { A, B, C } from "../messages.ts";
import { readAll } from "../read_all.ts";
import type { Checks } from "./check.ts";

/** Opens the channels 1 to `last`. */
async function channels({ ask }: ClientScene, last: number): Promise<(number: number) => OpenedChannel> {
  const opened = new Map<number, OpenedChannel>();
  while (opened.size < last) {
    const channel = await ask();
    opened.set(channel.number, channel);
  }
  return (number) => {
    const channel = opened.get(number);
    if (!channel) throw new Error(`There is no channel ${number}`);
    return channel;
  };
}

/** Reads a channel of notifications, with its guard. */
async function follow({ readable }: OpenedChannel): Promise<[NotificationFrame[], Ending<NotificationFrame>]> {
  const guarded = new NotificationGuardedDecoderStream();
  const { values } = await readAll(readable.pipeThrough(guarded), "slow");
  return [[...values], await guarded.ending];
}

const cut = (frames: number) => ({ kind: "cut", frames, reason: expect.any(CutError) });

/** Channels of a connection: here those of a client, whose server is written by hand. */
export const channelChecks: Checks = {
  async "ch-01"() {
    for (const line of lines) {
      const scene = await clientScene(await line.withPeer("client"));
      const { scope, peer, settled } = scene;
      const channel = await channels(scene, 3);
      peer.send(channelResponse(scope.number, 1, A), channelFinish(scope.number, 1));
      peer.send(channelResponse(scope.number, 2, A), channelResponse(scope.number, 2, B));
      await settled();
      peer.break();
      expect(await follow(channel(1))).toStrictEqual([[frameA], { kind: "finished", frames: 1 }]);
      expect(await follow(channel(2))).toStrictEqual([[frameA, frameB], cut(2)]);
      expect(await follow(channel(3))).toStrictEqual([[], cut(0)]);
    }
  },

  async "ch-03"() {
    for (const line of lines) {
      const scene = await clientScene(await line.withPeer("client"));
      const { scope, peer } = scene;
      const channel = await channels(scene, 5);
      peer.send(channelResponse(scope.number, 5, A), channelFinish(scope.number, 4));
      expect(await follow(channel(4))).toStrictEqual([[], { kind: "unserved", frames: 0 }]);
      peer.send(channelResponse(scope.number, 5, B), channelFinish(scope.number, 5));
      expect(await follow(channel(5))).toStrictEqual([[frameA, frameB], { kind: "finished", frames: 2 }]);
    }
  },

  async "ch-05"() {
    for (const line of lines) {
      const scene = await clientScene(await line.withPeer("client"));
      const { scope, peer, ask, connection, settled } = scene;
      const channel = await channels(scene, 1);
      peer.send(channelResponse(scope.number, 1, A));
      peer.send(new Uint8Array(8), raw(200, scope.number, 1, A), request(scope.number, A), "text", new Uint8Array());
      peer.send(channelResponse(scope.number, 1, B), channelFinish(scope.number, 1));
      expect(await follow(channel(1))).toStrictEqual([[frameA, frameB], { kind: "finished", frames: 2 }]);
      await settled();
      expect(connection.stats.malformed).toBe(4);
      expect((await ask()).number).toBe(2);
    }
  },

  async "ch-06"() {
    for (const line of lines) {
      const scene = await clientScene(await line.withPeer("client"), { whenFull: "cut", maxQueuedMessages: 10 });
      const { scope, peer, connection } = scene;
      const channel = await channels(scene, 2);
      for (let n = 0; n < 1000; n++) peer.send(channelResponse(scope.number, 1, A));
      peer.send(channelResponse(scope.number, 2, A), channelFinish(scope.number, 2));
      expect(await follow(channel(2))).toStrictEqual([[frameA], { kind: "finished", frames: 1 }]);
      expect(connection.stats.dropped).toBe(990);
      const { messages, end } = await outcome(channel(1).readable);
      expect([messages.length, end]).toStrictEqual([10, "cut by overrun"]);
    }
    for (const line of lines) {
      const stalls: Stall[] = [];
      const onStall = (stall: Stall): void => void stalls.push(stall);
      const options = { maxQueuedMessages: 10, stallTimeout: 20, onStall };
      const scene = await clientScene(await line.withPeer("client"), options);
      const { scope, peer, connection } = scene;
      const channel = await channels(scene, 2);
      const before = connection.stats.received;
      for (let n = 0; n < 1000; n++) peer.send(channelResponse(scope.number, 1, A));
      peer.send(channelResponse(scope.number, 2, A), channelFinish(scope.number, 2));
      await vi.waitFor(() => expect(stalls).toHaveLength(1), 10_000);
      expect(stalls).toMatchObject([{ scope: scope.number, channel: 1, waiting: "messages", length: 10 }]);
      expect(connection.stats.received).toBe(before + 10);
      const reader = channel(1).readable.getReader();
      for (let n = 0; n < 1000; n++) expect((await reader.read()).value).toHaveLength(A.length);
      expect(await follow(channel(2))).toStrictEqual([[frameA], { kind: "finished", frames: 1 }]);
    }
  },

  async "ch-07"() {
    for (const line of lines) {
      const scene = await clientScene(await line.withPeer("client"));
      const { scope, peer, ask, connection } = scene;
      const channel = await channels(scene, 2);
      const left = readFrames(channel(1).readable, notificationFrames);
      peer.send(channelResponse(scope.number, 1, A));
      for await (const frame of left) {
        expect(frame).toStrictEqual(frameA);
        break;
      }
      for (const message of [A, B]) {
        peer.send(channelResponse(scope.number, 1, message), channelResponse(scope.number, 2, message));
      }
      peer.send(channelFinish(scope.number, 2));
      expect(await follow(channel(2))).toStrictEqual([[frameA, frameB], { kind: "finished", frames: 2 }]);
      expect((await left.ending).kind).toBe("cancelled");
      expect(connection.stats.dropped).toBe(2);
      expect((await ask()).number).toBe(3);
    }
  },

  async "ch-08"() {
    for (const line of lines) {
      const scene = await clientScene(await line.withPeer("client"));
      const { connection, peer } = scene;
      const scopes = [scene.scope];
      for (let number = 2; number <= 8; number++) {
        scopes.push(connection.open(new Uint8Array()));
        await peer.next();
      }
      const [seven, eight] = scopes.slice(6) as [ClientScene["scope"], ClientScene["scope"]];
      expect([seven.number, eight.number]).toStrictEqual([7, 8]);
      const [one, two, other] = [seven.channel(A), seven.channel(A), eight.channel(A)];
      peer.send(channelResponse(7, 1, A), channelResponse(7, 2, B), channelFinish(7, 2), responseFinish(7));
      expect(await follow(one)).toStrictEqual([[frameA], cut(1)]);
      expect(await follow(two)).toStrictEqual([[frameB], { kind: "finished", frames: 1 }]);
      peer.send(channelResponse(8, 1, A), channelFinish(8, 1));
      expect(await follow(other)).toStrictEqual([[frameA], { kind: "finished", frames: 1 }]);
    }
  },

  async "ch-09"() {
    const scene = await clientScene(await webSocketLine.withPeer("client"));
    const { scope, peer } = scene;
    const channel = await channels(scene, 5);
    peer.send(channelRequest(scope.number, 5));
    const theirs = await nextOf(scope.channels);
    expect(theirs.number).toBe(5);
    const writer = theirs.writable.getWriter();
    for (const [ours, own] of [
      [A, B],
      [B, C],
    ] as const) {
      peer.send(channelResponse(scope.number, 5, ours));
      await writer.write(own);
    }
    peer.send(channelFinish(scope.number, 5));
    await writer.close();
    expect(await follow(channel(5))).toStrictEqual([[frameA, frameB], { kind: "finished", frames: 2 }]);
    for (const payload of [B, C]) {
      expect(fieldsOf(await peer.next())).toStrictEqual({
        type: 5,
        scope: scope.number,
        channel: 5,
        payload: [...payload],
      });
    }
    expect([...(await peer.next())]).toStrictEqual([...channelFinish(scope.number, 5)]);
  },
};
