import { getEventListeners } from "node:events";
import { CutError } from "channel-frames";
import { ClientConnection, ServerConnection } from "channel-frames/connection";
import { describe, expect, test } from "vitest";
import { rejection } from "../support/fate.ts";
import { A, B, C } from "../support/messages.ts";
import { authorization, channelResponse } from "./support/bytes.ts";
import { memoryLine } from "./support/memory_line.ts";
import { nextOf } from "./support/next_of.ts";
import { failure, outcome, whoCut } from "./support/outcome.ts";
import { places } from "./support/scene.ts";

const X = Symbol("broken");

describe.each(places)("%s: close()", (_, begin) => {
  test("closes the line in order, and cuts what is open, after what had come", async () => {
    const { scope, peer, ask, connection, settled } = await begin();
    const { number, readable } = await ask();
    peer.send(channelResponse(scope.number, number, A));
    await settled();
    await connection.close();
    expect(await connection.closed).toStrictEqual({ clean: true });
    expect(await peer.ended).toBe("closed");
    expect(await outcome(readable, "late")).toStrictEqual({ messages: [[...A]], end: "cut by local" });
  });

  test("sends before what was to be sent", async () => {
    const { peer, connection } = await begin();
    for (const payload of [A, B, C]) void connection.authorize(payload);
    await connection.close();
    for (const payload of [A, B, C]) expect([...(await peer.next())]).toStrictEqual([...authorization(payload)]);
    expect(await peer.ended).toBe("closed");
  });

  test("may be called again, and after the end", async () => {
    const { connection, peer } = await begin();
    await Promise.all([connection.close(), connection.close()]);
    await connection.close();
    expect(await connection.closed).toStrictEqual({ clean: true });
    expect(await peer.ended).toBe("closed");
  });
});

describe.each(places)("%s: abort()", (_, begin) => {
  test.each([X, undefined, new Error("enough")])("breaks the line off (%s)", async (reason) => {
    const { scope, peer, ask, connection, settled } = await begin();
    const { number, readable } = await ask();
    const silent = await ask();
    peer.send(channelResponse(scope.number, number, A));
    await settled();
    connection.abort(reason);
    expect(await connection.closed).toStrictEqual({ clean: false, reason });
    expect(await peer.ended).toBe("broken off");
    expect(await outcome(readable)).toStrictEqual({ messages: [[...A]], end: "cut by local" });
    const cut = await rejection(silent.readable.getReader().read());
    expect(cut).toBeInstanceOf(CutError);
    expect(cut).toHaveProperty("cause", reason);
  });

  test("may be called again, and the first reason counts", async () => {
    const { connection } = await begin();
    connection.abort(X);
    connection.abort("again");
    expect(await rejection(connection.close())).toBe(X);
    expect(await connection.closed).toStrictEqual({ clean: false, reason: X });
  });

  test("after close() does no harm", async () => {
    const { connection, peer } = await begin();
    await connection.close();
    connection.abort(X);
    expect(await connection.closed).toStrictEqual({ clean: true });
    expect(await peer.ended).toBe("closed");
  });
});

describe.each(places)("%s: signal", (_, begin) => {
  test("that fires breaks the line off", async () => {
    const abort = new AbortController();
    const { ask, connection, peer } = await begin({ signal: abort.signal });
    const { readable } = await ask();
    expect(getEventListeners(abort.signal, "abort")).toHaveLength(1);
    abort.abort(X);
    expect(await connection.closed).toStrictEqual({ clean: false, reason: X });
    expect(await peer.ended).toBe("broken off");
    const cut = await rejection(readable.getReader().read());
    expect(whoCut(cut)).toBe("cut by local");
    expect(cut).toHaveProperty("cause", X);
    expect(getEventListeners(abort.signal, "abort")).toStrictEqual([]);
  });

  test.each(["close", "break"] as const)("is let go of after the end (%s by the peer)", async (how) => {
    const { signal } = new AbortController();
    const { connection, peer } = await begin({ signal });
    peer[how]();
    await connection.closed;
    expect(getEventListeners(signal, "abort")).toStrictEqual([]);
  });

  test.each(["close", "abort"] as const)("is let go of after %s()", async (how) => {
    const { signal } = new AbortController();
    const { connection } = await begin({ signal });
    await connection[how]();
    await connection.closed;
    expect(getEventListeners(signal, "abort")).toStrictEqual([]);
  });
});

describe("A signal that was aborted before", () => {
  test("has the connection over at once, and nothing is sent", async () => {
    for (const role of ["client", "server"] as const) {
      const { messages, peer } = memoryLine();
      const signal = AbortSignal.abort(X);
      const connection =
        role === "client" ? new ClientConnection(messages, { signal }) : new ServerConnection(messages, { signal });
      expect(await connection.closed).toStrictEqual({ clean: false, reason: X });
      if (connection instanceof ClientConnection) expect(await failure(() => connection.open(A))).toBe("cut by local");
      else expect(await failure(() => nextOf(connection.scopes))).toBe("cut by local");
      expect(await failure(() => connection.authorize(A))).toBe("cut by local");
      expect(await peer.ended).toBe("broken off");
      expect([peer.aborts, peer.received]).toStrictEqual([[X], []]);
      expect(getEventListeners(signal, "abort")).toStrictEqual([]);
    }
  });
});
