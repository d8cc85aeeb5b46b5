import { describe, expect, test } from "vitest";
import { rejection } from "../support/fate.ts";
import { A, B } from "../support/messages.ts";
import { asked } from "./support/asked.ts";
import { authorization, channelFinish, channelRequest, channelResponse, fieldsOf } from "./support/bytes.ts";
import { failure, whoCut } from "./support/outcome.ts";
import { places } from "./support/scene.ts";

const X = Symbol("broken");

describe.each(places)("%s answers a channel:", (_, begin) => {
  test("each write is a response, and closing is the finish", async () => {
    const scene = await begin();
    const { request, number, writable } = await asked(scene);
    expect([...request]).toStrictEqual([...A]);
    const writer = writable.getWriter();
    const { scope, peer } = scene;
    for (const payload of [A, B, new Uint8Array()]) {
      await writer.write(payload);
      expect([...(await peer.next())]).toStrictEqual([...channelResponse(scope.number, number, payload)]);
    }
    await writer.close();
    expect([...(await peer.next())]).toStrictEqual([...channelFinish(scope.number, number)]);
    expect(await writer.closed).toBeUndefined();
  });

  test("closing at once says that it is not served", async () => {
    const scene = await begin();
    const { writable } = await asked(scene);
    await writable.close();
    expect([...(await scene.peer.next())]).toStrictEqual([...channelFinish(scene.scope.number, 5)]);
  });

  test("a message may be any view, or an ArrayBuffer", async () => {
    const scene = await begin();
    const { writable } = await asked(scene);
    const writer = writable.getWriter();
    const memory = Uint8Array.of(0, 0, 1, 2, 0, 0);
    const shared = new Uint8Array(new SharedArrayBuffer(2));
    shared.set([1, 2]);
    const messages = [
      memory.subarray(2, 4),
      new DataView(memory.buffer, 2, 2),
      new Uint16Array(memory.buffer, 2, 1),
      memory.slice(2, 4).buffer,
      Buffer.from([1, 2]),
      shared,
    ];
    for (const message of messages) {
      await writer.write(message);
      expect([...(await scene.peer.next())]).toStrictEqual([...channelResponse(scene.scope.number, 5, [1, 2])]);
    }
  });

  test.each(["text", 5, null, undefined, {}, [1, 2]])(
    "%o is no message: the write rejects, and nothing is sent",
    async (thing) => {
      const scene = await begin();
      const { writable } = await asked(scene);
      const writer = writable.getWriter();
      // A cast, as the types would not let it through.
      expect(await rejection(writer.write(thing as unknown as Uint8Array))).toBeInstanceOf(TypeError);
      await scene.connection.authorize(B);
      expect([...(await scene.peer.next())]).toStrictEqual([...authorization(B)]);
    },
  );

  test("several at a time, each in its order", async () => {
    const scene = await begin();
    const { scope, peer } = scene;
    const numbers = [3, 4, 5] as const;
    const writers = [];
    for (const number of numbers) writers.push((await asked(scene, number)).writable.getWriter());
    for (let n = 0; n < 4; n++) for (const writer of writers) writer.write(Uint8Array.of(n)).catch(() => {});
    await Promise.all(writers.map((writer) => writer.close()));
    const received = [];
    for (let n = 0; n < 15; n++) received.push(fieldsOf(await peer.next()));
    for (const number of numbers) {
      const ours = received.filter(({ channel }) => channel === number);
      expect(ours.map(({ type, payload }) => [type, ...payload])).toStrictEqual([[5, 0], [5, 1], [5, 2], [5, 3], [6]]);
      for (const { scope: of } of ours) expect(of).toBe(scope.number);
    }
  });

  test("aborting sends nothing, and its number stays taken", async () => {
    const scene = await begin();
    const { scope, peer, connection, settled } = scene;
    const { writable } = await asked(scene);
    const writer = writable.getWriter();
    await writer.write(A);
    expect(fieldsOf(await peer.next()).type).toBe(5);
    await writer.abort(X);
    expect(await rejection(writer.write(B))).toBe(X);
    peer.send(channelRequest(scope.number, 5, B));
    await settled();
    expect(connection.stats.duplicates).toBe(1);
    await connection.authorize(B);
    expect([...(await peer.next())]).toStrictEqual([...authorization(B)]);
  });

  test.each(["break", "close"] as const)(
    "after the end of the connection (%s) it fails with a CutError",
    async (how) => {
      const scene = await begin();
      const [begun, fresh, unused] = [await asked(scene, 1), await asked(scene, 2), await asked(scene, 3)];
      const writer = begun.writable.getWriter();
      await writer.write(A);
      scene.peer[how]();
      await scene.connection.closed;
      expect(whoCut(await rejection(writer.closed))).toBe("cut by carrier");
      expect(whoCut(await rejection(writer.write(B)))).toBe("cut by carrier");
      const source = new ReadableStream({
        pull: (controller) => controller.enqueue(A),
      });
      expect(whoCut(await rejection(source.pipeTo(fresh.writable)))).toBe("cut by carrier");
      const late = unused.writable.getWriter();
      expect(whoCut(await rejection(late.closed))).toBe("cut by carrier");
      expect(whoCut(await rejection(late.write(B)))).toBe("cut by carrier");
      expect(await failure(() => late.close())).not.toBe("no failure");
    },
  );
});
