import { ClientConnection, type ConnectionOptions, ServerConnection, type Stall } from "channel-frames/connection";
import { webSocketMessages } from "channel-frames/websocket";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { channelFinish, channelResponse, request } from "./support/bytes.ts";
import { nextOf } from "./support/next_of.ts";
import { openSockets } from "./support/sockets.ts";

const MEGABYTE = 1024 * 1024;
const COUNT = 40;

/** The raw socket of the peer, and a channel that this side has asked it for, and nobody reads. */
async function begin(role: "client" | "server", options: ConnectionOptions) {
  const raw = (socket: WebSocket): WebSocket => socket;
  if (role === "client") {
    const { server: peer, client: messages, drop } = await openSockets(raw, webSocketMessages);
    onTestFinished(drop);
    const connection = new ClientConnection(messages, options);
    return { peer, connection, scope: connection.open(Uint8Array.of(1)) };
  }
  const { client: peer, server: messages, drop } = await openSockets(webSocketMessages, raw);
  onTestFinished(drop);
  const connection = new ServerConnection(messages, options);
  peer.send(request(1));
  return { peer, connection, scope: await nextOf(connection.scopes) };
}

function message(n: number): Uint8Array {
  return new Uint8Array(MEGABYTE).fill(n);
}

describe.each(["client", "server"] as const)("A %s on a WebSocket, with a channel that nobody reads,", (role) => {
  test("makes the peer's socket wait, names the channel once, and goes on when it is read, with nothing lost", async () => {
    const stalls: Stall[] = [];
    const { peer, connection, scope } = await begin(role, { stallTimeout: 50, onStall: (stall) => stalls.push(stall) });
    const { number, readable } = scope.channel(Uint8Array.of());
    for (let n = 0; n < COUNT; n++) peer.send(channelResponse(scope.number, number, message(n)));
    peer.send(channelFinish(scope.number, number));
    await vi.waitFor(() => expect(stalls).toHaveLength(1), 10_000);
    expect(stalls).toMatchObject([
      { scope: scope.number, channel: number, waiting: "messages", length: 1, bytes: MEGABYTE },
    ]);
    // One message is queued; what the sockets and the kernel hold is a part of the whole only.
    const taken = connection.stats.received;
    expect(peer.bufferedAmount).toBeGreaterThan((COUNT / 4) * MEGABYTE);

    const reader = readable.getReader();
    for (let n = 0; n < COUNT; n++) {
      const { value } = await reader.read();
      expect(value?.length).toBe(MEGABYTE);
      expect([value?.[0], value?.at(-1)]).toStrictEqual([n, n]);
    }
    expect((await reader.read()).done).toBe(true);
    expect(connection.stats.received).toBe(taken + COUNT);
    expect(peer.bufferedAmount).toBe(0);
    expect(connection.stats.dropped).toBe(0);
  });

  test('takes all of it under "cut", and keeps no more than fits', async () => {
    const stalls: Stall[] = [];
    const { peer, connection, scope } = await begin(role, {
      whenFull: "cut",
      stallTimeout: 50,
      onStall: (stall) => stalls.push(stall),
    });
    const { number, readable } = scope.channel(Uint8Array.of());
    const other = scope.channel(Uint8Array.of());
    for (let n = 0; n < COUNT; n++) peer.send(channelResponse(scope.number, number, message(n)));
    peer.send(channelFinish(scope.number, other.number));
    expect((await other.readable.getReader().read()).done).toBe(true);
    expect(connection.stats.dropped).toBe(COUNT - 1);
    expect(peer.bufferedAmount).toBe(0);
    expect(stalls).toStrictEqual([]);
    const reader = readable.getReader();
    expect((await reader.read()).value?.at(-1)).toBe(0);
    await expect(reader.read()).rejects.toMatchObject({ code: "cut", by: "overrun" });
  });
});
