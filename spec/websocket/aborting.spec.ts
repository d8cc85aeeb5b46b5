import { webSocketMessages } from "channel-frames/websocket";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { rejection } from "../support/fate.ts";
import { readAll } from "../support/read_all.ts";
import { cutOf } from "./support/cut_of.ts";
import { FakeSocket } from "./support/fake_socket.ts";
import { pair, roles } from "./support/pair.ts";
import { serve } from "./support/server.ts";
import { standardOnly } from "./support/standard_only.ts";
import { until } from "./support/until.ts";

const timeout = 10_000;

describe("Aborting the writable", { timeout }, () => {
  test.each(roles)("shows the peer a cut, as %s", async (role) => {
    const { near, heard } = await pair({ role });
    const writer = near.writable.getWriter();
    await writer.write(Uint8Array.of(1));
    const reason = new Error("out of memory");
    await writer.abort(reason);
    expect(await heard.closed).toStrictEqual({ code: 1006, reason: "" });
    expect(await near.closed).toMatchObject({ clean: false, by: "local" });
    expect(await rejection(writer.closed)).toBe(reason);
    expect(cutOf((await readAll(near.readable)).end)).toMatchObject({ by: "local", cause: reason });
  });

  test("shows it one by the code 4006 where a socket cannot be dropped", async () => {
    const { near, heard } = await pair({ as: standardOnly });
    await near.writable.abort(new Error("a secret"));
    // The message of an error is for this side.
    expect(await heard.closed).toStrictEqual({ code: 4006, reason: "" });
    expect(await near.closed).toMatchObject({ code: 4006, by: "local" });
  });

  test("with a text tells the peer", async () => {
    const { near, heard } = await pair({ as: standardOnly });
    await near.writable.abort("the model is gone");
    expect(await heard.closed).toStrictEqual({ code: 4006, reason: "the model is gone" });
  });

  test("is understood by this library on the other side", async () => {
    const ends: unknown[] = [];
    const url = await serve(async (peer) => {
      ends.push(await readAll(webSocketMessages(peer).readable));
    });
    const socket = new WebSocket(url);
    const { writable } = webSocketMessages(standardOnly(socket));
    const writer = writable.getWriter();
    await writer.write(Uint8Array.of(1));
    await writer.abort("enough");
    await until(() => ends.length > 0);
    const cut = { code: "cut", by: "carrier", closeCode: 4006, reason: "enough" };
    expect(ends).toMatchObject([{ values: [Uint8Array.of(1)], end: { rejected: cut } }]);
  });

  test("gives up a connection that is not open yet", async () => {
    const socket = new WebSocket(await serve(() => {}));
    const { readable, writable, opened } = webSocketMessages(socket);
    const writer = writable.getWriter();
    const write = rejection(writer.write(Uint8Array.of(1)));
    const reason = new Error("enough");
    await writer.abort(reason);
    expect(await rejection(opened)).toMatchObject({ code: "cut", by: "local" });
    expect(cutOf((await readAll(readable)).end)).toMatchObject({ by: "local", cause: reason });
    await write;
  });

  test("does not keep the reader from what came before", async () => {
    const socket = FakeSocket.opened();
    const { readable, writable } = webSocketMessages(socket);
    for (const number of [1, 2, 3]) socket.message(Uint8Array.of(number));
    await writable.abort("enough");
    socket.message(Uint8Array.of(4));
    const { values, end } = await readAll(readable, "slow");
    expect(values).toStrictEqual([Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)]);
    expect(cutOf(end)).toMatchObject({ by: "local", cause: "enough" });
  });
});
