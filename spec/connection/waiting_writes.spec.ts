import { describe, expect, test } from "vitest";
import { fateOf, rejection, watch } from "../support/fate.ts";
import { A, B, C } from "../support/messages.ts";
import { turn } from "../support/pause.ts";
import { asked } from "./support/asked.ts";
import { fieldsOf } from "./support/bytes.ts";
import { whoCut } from "./support/outcome.ts";
import { memoryScene } from "./support/scene.ts";

const X = Symbol("broken");

describe.each(["client", "server"] as const)("A %s whose peer takes nothing more", (role) => {
  test("lets a write wait, and sends it when there is room", async () => {
    const scene = await memoryScene(role);
    const { writable } = await asked(scene);
    const writer = writable.getWriter();
    scene.peer.deafen();
    await writer.write(A); // the line has room for one
    const waiting = watch(writer.write(B));
    const closing = watch(writer.close());
    await turn();
    expect([waiting(), closing()]).toStrictEqual(["pending", "pending"]);
    scene.peer.listen();
    for (const type of [5, 5, 6]) expect(fieldsOf(await scene.peer.next()).type).toBe(type);
    await turn();
    expect([waiting(), closing()]).toStrictEqual(["fulfilled", "fulfilled"]);
  });

  test("sends in the order in which it was told to, at whatever moment there is room", async () => {
    const { connection, peer } = await memoryScene(role);
    const before = peer.received.length;
    const sends: Promise<void>[] = [];
    for (let round = 0; round < 20; round++) {
      peer.deafen();
      for (let n = 0; n < 3; n++) sends.push(connection.authorize(Uint8Array.of(sends.length)));
      peer.listen();
      // One more at each step that the line takes.
      for (let step = 0; step < round; step++) {
        await undefined;
        sends.push(connection.authorize(Uint8Array.of(sends.length)));
      }
      await turn();
    }
    await Promise.all(sends);
    const order = peer.received.slice(before).map((message) => message[9]);
    expect(order).toStrictEqual(sends.map((_, n) => n % 256));
  });

  test("can abort an answer whose write waits", async () => {
    const scene = await memoryScene(role);
    const { writable } = await asked(scene);
    const writer = writable.getWriter();
    scene.peer.deafen();
    await writer.write(A);
    const waiting = watch(writer.write(B));
    const behind = watch(writer.write(C));
    await turn();
    expect(await fateOf(writer.abort(X))).toBe("fulfilled");
    expect(waiting()).not.toBe("pending");
    expect(behind()).toStrictEqual({ rejected: X });
    // The message whose turn had begun may still come, and nothing after it; no finish above all.
    scene.peer.listen();
    await scene.connection.authorize(C);
    let last = fieldsOf(await scene.peer.next());
    expect(last).toHaveProperty("payload", [...A]);
    for (last = fieldsOf(await scene.peer.next()); last.type !== 0; last = fieldsOf(await scene.peer.next())) {
      expect(last).toHaveProperty("payload", [...B]);
    }
  });

  test("fails what waits when the connection ends, with a CutError", async () => {
    for (const how of ["break", "close", "abort"] as const) {
      const scene = await memoryScene(role);
      const { writable } = await asked(scene);
      const writer = writable.getWriter();
      scene.peer.deafen();
      await writer.write(A);
      const waiting = rejection(writer.write(B));
      const behind = rejection(writer.write(C));
      await turn();
      if (how === "abort") scene.connection.abort(X);
      else scene.peer[how]();
      const by = how === "abort" ? "cut by local" : "cut by carrier";
      expect([whoCut(await waiting), whoCut(await behind)]).toStrictEqual([by, by]);
    }
  });
});
