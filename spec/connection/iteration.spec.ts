import { describe, expect, test } from "vitest";
import { watch } from "../support/fate.ts";
import { turn } from "../support/pause.ts";
import { iterateAll } from "../support/read_all.ts";
import { channelRequest, request, responseFinish } from "./support/bytes.ts";
import { lines } from "./support/lines.ts";
import { nextOf } from "./support/next_of.ts";
import { failure, whoCut } from "./support/outcome.ts";
import { clientScene, memoryScene, places, serverScene } from "./support/scene.ts";

/** The numbers of what comes, and how the loop ends. */
async function numbers(iterable: AsyncIterable<{ readonly number: number }>): Promise<(number | string)[]> {
  const { values, end } = await iterateAll(iterable);
  return [...values.map(({ number }) => number), end === "done" ? "done" : whoCut(end.rejected)];
}

describe.each(places)("%s: `channels`", (_, begin, role) => {
  test("are in the order in which they were opened, and wait for whoever asks", async () => {
    const { scope, peer, settled } = await begin();
    for (const number of [9, 2, 5]) peer.send(channelRequest(scope.number, number));
    await settled();
    for (const number of [9, 2, 5]) expect((await nextOf(scope.channels)).number).toBe(number);
  });

  test("may be left, and gone on with by another loop", async () => {
    const { scope, peer } = await begin();
    for (const number of [1, 2, 3, 4]) peer.send(channelRequest(scope.number, number));
    const seen: number[] = [];
    for await (const { number } of scope.channels) {
      seen.push(number);
      if (number === 2) break;
    }
    for await (const { number } of scope.channels) {
      seen.push(number);
      if (number === 4) break;
    }
    expect(seen).toStrictEqual([1, 2, 3, 4]);
  });

  test("go to one of two loops, each of them once", async () => {
    const { scope, peer } = await begin();
    const seen: number[] = [];
    const loops = [0, 1].map(async () => {
      for await (const { number } of scope.channels) {
        seen.push(number);
        await turn();
      }
    });
    const expected = Array.from({ length: 20 }, (_, number) => number);
    for (const number of expected) peer.send(channelRequest(scope.number, number));
    if (role === "client") peer.send(responseFinish(scope.number));
    else {
      while (seen.length < 20) await turn();
      if ("writable" in scope) await scope.writable.close();
    }
    // Both of them end.
    await Promise.all(loops);
    expect(seen).toStrictEqual(expected);
  });

  test("that were asked for before they came go to who asked first", async () => {
    const { scope, peer } = await begin();
    const asked = [nextOf(scope.channels), nextOf(scope.channels), nextOf(scope.channels)];
    for (const number of [7, 8, 9]) peer.send(channelRequest(scope.number, number));
    expect((await Promise.all(asked)).map(({ number }) => number)).toStrictEqual([7, 8, 9]);
  });

  test.each([
    ["close", "done"],
    ["break", "cut by carrier"],
  ] as const)("end as the connection does (%s: %s), after all have been taken", async (how, end) => {
    const { scope, peer, settled, connection } = await begin();
    peer.send(channelRequest(scope.number, 1), channelRequest(scope.number, 2));
    await settled();
    peer[how]();
    await connection.closed;
    expect(await numbers(scope.channels)).toStrictEqual([1, 2, end]);
    expect(await numbers(scope.channels)).toStrictEqual([end]);
  });

  test.each([
    ["close", "done"],
    ["abort", "cut by local"],
  ] as const)("end as this side ends the connection (%s(): %s)", async (how, end) => {
    const { scope, peer, settled, connection } = await begin();
    peer.send(channelRequest(scope.number, 1));
    await settled();
    await connection[how]();
    expect(await numbers(scope.channels)).toStrictEqual([1, end]);
  });

  test("end for all who ask, when the connection is lost", async () => {
    const { scope, peer } = await begin();
    const waiting = [numbers(scope.channels), numbers(scope.channels)];
    await turn();
    peer.break();
    expect(await Promise.all(waiting)).toStrictEqual([["cut by carrier"], ["cut by carrier"]]);
  });
});

describe.each(lines)("`channels` of a scope, $name,", (line) => {
  test("end when the server finishes it, for a client, after all have been taken", async () => {
    const { scope, peer, settled } = await clientScene(await line.withPeer("client"));
    peer.send(channelRequest(scope.number, 1), channelRequest(scope.number, 2), responseFinish(scope.number));
    await settled();
    peer.break();
    expect(await numbers(scope.channels)).toStrictEqual([1, 2, "done"]);
    expect(await numbers(scope.channels)).toStrictEqual(["done"]);
  });

  test("end when this server finishes it", async () => {
    const { scope, peer, settled } = await serverScene(await line.withPeer("server"));
    peer.send(channelRequest(scope.number, 1));
    await settled();
    await scope.writable.close();
    expect(await numbers(scope.channels)).toStrictEqual([1, "done"]);
  });
});

describe.each(lines)("`scopes`, $name,", (line) => {
  test("are in order, and end when the peer closes, after all have been taken", async () => {
    const { connection, peer, settled } = await serverScene(await line.withPeer("server"));
    for (const number of [9, 2, 5]) peer.send(request(number));
    await settled();
    peer.close();
    await connection.closed;
    expect(await numbers(connection.scopes)).toStrictEqual([9, 2, 5, "done"]);
    expect(await numbers(connection.scopes)).toStrictEqual(["done"]);
  });

  test("end when this side closes", async () => {
    const { connection } = await serverScene(await line.withPeer("server"));
    const waiting = [numbers(connection.scopes), numbers(connection.scopes)];
    await connection.close();
    expect(await Promise.all(waiting)).toStrictEqual([["done"], ["done"]]);
  });

  test("end with a CutError when the connection is lost, after all have been taken", async () => {
    const { connection, peer, settled } = await serverScene(await line.withPeer("server"));
    peer.send(request(1));
    await settled();
    peer.break();
    await connection.closed;
    expect(await numbers(connection.scopes)).toStrictEqual([1, "cut by carrier"]);
  });

  test("end with a CutError when this side aborts", async () => {
    const { connection } = await serverScene(await line.withPeer("server"));
    const waiting = numbers(connection.scopes);
    connection.abort(new Error("enough"));
    expect(await waiting).toStrictEqual(["cut by local"]);
  });

  test("may be left, and gone on with by another loop", async () => {
    const { connection, peer } = await serverScene(await line.withPeer("server"));
    for (const number of [1, 2, 3]) peer.send(request(number));
    for await (const { number } of connection.scopes) {
      expect(number).toBe(1);
      break;
    }
    expect((await nextOf(connection.scopes)).number).toBe(2);
    expect((await nextOf(connection.scopes)).number).toBe(3);
  });

  test("that are taken after the end are over", async () => {
    const { connection, peer, settled } = await serverScene(await line.withPeer("server"));
    peer.send(request(1, [5]), channelRequest(1, 3));
    await settled();
    peer.close();
    await connection.closed;
    const scope = await nextOf(connection.scopes);
    expect([...scope.request]).toStrictEqual([5]);
    expect(await failure(() => scope.channel(Uint8Array.of(1)))).toBe("cut by carrier");
    expect(await failure(() => scope.writable.getWriter().write(Uint8Array.of(1)))).toBe("cut by carrier");
    expect(await numbers(scope.channels)).toStrictEqual([3, "done"]);
  });
});

test("Leaving a loop that has asked for one gives the next to whoever asks then", async () => {
  const { scope, peer, settled } = await memoryScene("client");
  const iterator = scope.channels[Symbol.asyncIterator]();
  const asked = watch(iterator.next());
  await iterator.return?.();
  const next = watch(nextOf(scope.channels));
  peer.send(channelRequest(scope.number, 1));
  await settled();
  await turn();
  expect([asked(), next()]).toStrictEqual(["fulfilled", "fulfilled"]);
});

test("An iterator that was left gives nothing more", async () => {
  const { scope, peer, settled } = await memoryScene("client");
  peer.send(channelRequest(scope.number, 1), channelRequest(scope.number, 2));
  await settled();
  const iterator = scope.channels[Symbol.asyncIterator]();
  expect((await iterator.next()).value?.number).toBe(1);
  await iterator.return?.();
  expect((await iterator.next()).done).toBe(true);
  expect((await nextOf(scope.channels)).number).toBe(2);
});
