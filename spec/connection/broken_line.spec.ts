import { CutError } from "channel-frames";
import { describe, expect, test } from "vitest";
import { fateOf, rejection, watch } from "../support/fate.ts";
import { A, B } from "../support/messages.ts";
import { turn } from "../support/pause.ts";
import { channelFinish, channelRequest, channelResponse, fieldsOf } from "./support/bytes.ts";
import { nextOf } from "./support/next_of.ts";
import { failure, outcome } from "./support/outcome.ts";
import { memoryScene } from "./support/scene.ts";

const X = Symbol("broken");

describe.each(["client", "server"] as const)("A %s, whatever its line does,", (role) => {
  test("gives the reason of a line that breaks: a CutError as it is, anything else as its cause", async () => {
    const { peer, ask, connection } = await memoryScene(role);
    const { readable } = await ask();
    peer.break();
    const close = await connection.closed;
    const cut = await rejection(readable.getReader().read());
    expect(cut).toBeInstanceOf(CutError);
    expect(cut).toHaveProperty("cause", close.reason);
    expect(close.reason).toHaveProperty("message", "The line broke");
    // Its other half is of no use, either.
    expect(peer.aborts).toStrictEqual([close.reason]);
  });

  test("closes its half when the peer closes", async () => {
    const { peer, connection } = await memoryScene(role);
    peer.close();
    expect(await connection.closed).toStrictEqual({ clean: true });
    expect(await peer.ended).toBe("closed");
    expect(peer.aborts).toStrictEqual([]);
  });

  test("throws a CutError for what it is to send when its line takes no more, and still hears what comes", async () => {
    const { peer, ask, scope, connection } = await memoryScene(role);
    const { number, readable } = await ask();
    peer.send(channelRequest(scope.number, 1));
    const writer = (await nextOf(scope.channels)).writable.getWriter();
    peer.refuse(X);
    await turn();
    expect(await failure(() => connection.authorize(A))).toBe("cut by carrier");
    expect(await failure(() => scope.channel(A))).toBe("cut by carrier");
    expect(await failure(() => writer.write(A))).toBe("cut by carrier");
    expect(await rejection(connection.authorize(A))).toHaveProperty("cause", X);
    peer.send(channelResponse(scope.number, number, A), channelFinish(scope.number, number));
    peer.break();
    expect(await outcome(readable)).toStrictEqual({ messages: [[...A]], end: "done" });
    expect(await connection.closed).toHaveProperty("clean", false);
  });

  test("fails what waits to be written when it can write no more, with a CutError", async () => {
    const { peer, connection } = await memoryScene(role);
    peer.deafen();
    await connection.authorize(A);
    const waiting = failure(() => connection.authorize(B));
    peer.refuse(X);
    peer.listen();
    expect(await waiting).toBe("cut by carrier");
  });

  test("stops reading when it ends by itself", async () => {
    for (const how of ["close", "abort"] as const) {
      const { peer, connection } = await memoryScene(role);
      await connection[how](X);
      await turn();
      expect(peer.cancels).toHaveLength(1);
      expect(peer.aborts).toStrictEqual(how === "abort" ? [X] : []);
    }
  });

  test("rejects close() with what went wrong, and `closed` tells of it", async () => {
    const { peer, connection } = await memoryScene(role);
    peer.deafen();
    await connection.authorize(A);
    const closing = rejection(connection.close());
    await turn();
    expect(await fateOf(connection.closed)).toBe("pending");
    peer.refuse(X);
    peer.listen();
    expect(await closing).toBe(X);
    expect(await connection.closed).toStrictEqual({ clean: false, reason: X });
  });

  test("that waits for a reader, and closes when its line has broken already, tells what broke it", async () => {
    const { peer, scope, ask, connection } = await memoryScene(role, { maxQueuedMessages: 1 });
    const { number, readable } = await ask();
    peer.send(channelResponse(scope.number, number, A), channelResponse(scope.number, number, B));
    peer.break();
    peer.refuse(X);
    await turn();
    expect(await fateOf(connection.closed)).toBe("pending");
    expect(await rejection(connection.close())).toBe(X);
    expect(await connection.closed).toStrictEqual({ clean: false, reason: X });
    expect(await outcome(readable)).toStrictEqual({ messages: [[...A]], end: "cut by local" });
  });

  // 4006 says on the wire what 1006 says on none: broken off, by a peer whose platform has no other way.
  test.each([undefined, 1006, 4006])(
    "that waits for a reader is not closed in order when its line was cut (%s)",
    async (closeCode) => {
      const { peer, scope, ask, connection } = await memoryScene(role, { maxQueuedMessages: 1 });
      const { number } = await ask();
      peer.send(channelResponse(scope.number, number, A));
      await turn();
      const cut = new CutError({ closeCode });
      peer.refuse(cut);
      await turn();
      expect(await rejection(connection.close())).toBe(cut);
      expect(await connection.closed).toStrictEqual({ clean: false, reason: cut });
    },
  );

  test("that closes in the very turn in which its line breaks tells what broke it", async () => {
    const { peer, connection } = await memoryScene(role);
    peer.refuse(X);
    expect(await rejection(connection.close())).toBe(X);
    expect(await connection.closed).toStrictEqual({ clean: false, reason: X });
  });

  test("can be aborted while it closes", async () => {
    const { peer, connection } = await memoryScene(role);
    peer.deafen();
    await connection.authorize(A);
    const waiting = watch(connection.authorize(B));
    const closing = rejection(connection.close());
    await turn();
    connection.abort(X);
    expect(await connection.closed).toStrictEqual({ clean: false, reason: X });
    peer.listen();
    expect(await closing).toBe(X);
    await turn();
    expect(waiting()).toStrictEqual({ rejected: expect.any(CutError) });
  });

  test("opens nothing more while it closes, and still hears what comes", async () => {
    const { peer, scope, ask, connection } = await memoryScene(role);
    const { number, readable } = await ask();
    peer.deafen();
    await connection.authorize(A);
    const waiting = connection.authorize(B);
    const closing = connection.close();
    expect(await failure(() => scope.channel(A))).toBe("cut by local");
    if ("open" in connection) expect(await failure(() => connection.open(A))).toBe("cut by local");
    expect(await failure(() => connection.authorize(A))).toBe("cut by local");
    peer.send(channelResponse(scope.number, number, A), channelFinish(scope.number, number));
    expect(await outcome(readable)).toStrictEqual({ messages: [[...A]], end: "done" });
    peer.listen();
    await closing;
    await waiting;
    for (const payload of [A, B]) expect(fieldsOf(await peer.next()).payload).toStrictEqual([...payload]);
    expect(await peer.ended).toBe("closed");
    expect(await connection.closed).toStrictEqual({ clean: true });
  });

  test("that closes in the face of openings that it refuses still closes in order", async () => {
    const { peer, scope, connection } = await memoryScene(role, { whenFull: "cut", maxQueuedOpenings: 1 });
    peer.deafen();
    await connection.authorize(A);
    const waiting = watch(connection.authorize(B));
    const closing = watch(connection.close());
    for (let number = 0; number < 5; number++) peer.send(channelRequest(scope.number, number));
    await turn();
    expect([peer.aborts, waiting(), closing()]).toStrictEqual([[], "pending", "pending"]);
    peer.listen();
    expect(await connection.closed).toStrictEqual({ clean: true });
    await turn();
    expect([peer.aborts, waiting(), closing()]).toStrictEqual([[], "fulfilled", "fulfilled"]);
  });
});
