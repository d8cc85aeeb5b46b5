import { describe, expect, test } from "vitest";
import { rejection, watch } from "../support/fate.ts";
import { A, B, C } from "../support/messages.ts";
import { turn } from "../support/pause.ts";
import { asked } from "./support/asked.ts";
import {
  authorization,
  channelFinish,
  channelRequest,
  channelResponse,
  fieldsOf,
  response,
  responseFinish,
} from "./support/bytes.ts";
import { lines } from "./support/lines.ts";
import { nextOf } from "./support/next_of.ts";
import { outcome, whoCut } from "./support/outcome.ts";
import { channelOf, connected, scopeOf } from "./support/pairs.ts";
import { clientScene, serverScene } from "./support/scene.ts";

const X = Symbol("broken");

describe.each(lines)("The end of a scope, $name,", (line) => {
  test("fails what a client was answering, with a CutError", async () => {
    const scene = await clientScene(await line.withPeer("client"));
    const [begun, fresh] = [await asked(scene, 1), await asked(scene, 2)];
    const writer = begun.writable.getWriter();
    await writer.write(A);
    scene.peer.send(responseFinish(scene.scope.number));
    expect(whoCut(await rejection(writer.closed))).toBe("cut by scope");
    expect(whoCut(await rejection(writer.write(B)))).toBe("cut by scope");
    expect(whoCut(await rejection(fresh.writable.getWriter().write(B)))).toBe("cut by scope");
    expect(fieldsOf(await scene.peer.next()).payload).toStrictEqual([...A]);
    await scene.connection.authorize(B);
    expect([...(await scene.peer.next())]).toStrictEqual([...authorization(B)]);
  });

  test("by this server fails what it was answering, with a CutError, after what was written", async () => {
    const scene = await serverScene(await line.withPeer("server"));
    const [begun, fresh] = [await asked(scene, 1), await asked(scene, 2)];
    const writer = begun.writable.getWriter();
    await writer.write(A);
    await scene.scope.writable.close();
    expect(whoCut(await rejection(writer.write(B)))).toBe("cut by local");
    expect(whoCut(await rejection(fresh.writable.getWriter().write(B)))).toBe("cut by local");
    expect([...(await scene.peer.next())]).toStrictEqual([...channelResponse(7, 1, A)]);
    expect([...(await scene.peer.next())]).toStrictEqual([...responseFinish(7)]);
    await scene.connection.authorize(B);
    expect([...(await scene.peer.next())]).toStrictEqual([...authorization(B)]);
  });

  test("does nothing to an answer that was finished before", async () => {
    const scene = await clientScene(await line.withPeer("client"));
    const { writable } = await asked(scene);
    const writer = writable.getWriter();
    await writer.write(A);
    await writer.close();
    scene.peer.send(responseFinish(scene.scope.number));
    await scene.settled();
    expect(await writer.closed).toBeUndefined();
  });

  test("is what an aborted answer looks cut by, and not before", async () => {
    const both = await connected(line);
    const scope = await scopeOf(both);
    const { opened, incoming } = await channelOf(scope, "client");
    const writer = incoming.writable.getWriter();
    await writer.write(A);
    await writer.abort(X);
    const reader = opened.readable.getReader();
    expect([...((await reader.read()).value ?? [])]).toStrictEqual([...A]);
    const end = watch(reader.read());
    const { opened: other, incoming: answer } = await channelOf(scope, "client");
    await answer.writable.close();
    expect(await outcome(other.readable)).toStrictEqual({ messages: [], end: "done" });
    await turn();
    expect(end()).toBe("pending");
    await scope.server.writable.close();
    expect(await outcome(scope.client.responses)).toStrictEqual({ messages: [], end: "done" });
    expect(end()).toStrictEqual({ rejected: expect.objectContaining({ code: "cut", by: "scope" }) });
  });

  test("is the close of its writable, after the responses", async () => {
    const { scope, peer } = await serverScene(await line.withPeer("server"));
    const writer = scope.writable.getWriter();
    await writer.write(A);
    await writer.write(C);
    await writer.close();
    for (const message of [response(7, A), response(7, C), responseFinish(7)]) {
      expect([...(await peer.next())]).toStrictEqual([...message]);
    }
  });

  test("is not the abort of its writable: the scope goes on, and nothing is sent", async () => {
    const { scope, peer, ask } = await serverScene(await line.withPeer("server"));
    await scope.writable.abort(X);
    const { number, readable } = await ask();
    peer.send(channelResponse(7, number, A), channelFinish(7, number), channelRequest(7, 1));
    expect(await outcome(readable)).toStrictEqual({ messages: [[...A]], end: "done" });
    await (await nextOf(scope.channels)).writable.close();
    expect([...(await peer.next())]).toStrictEqual([...channelFinish(7, 1)]);
  });
});
