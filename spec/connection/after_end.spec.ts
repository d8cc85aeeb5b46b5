import { describe, expect, test } from "vitest";
import { fateOf } from "../support/fate.ts";
import { A } from "../support/messages.ts";
import { iterateAll } from "../support/read_all.ts";
import { channelRequest } from "./support/bytes.ts";
import { nextOf } from "./support/next_of.ts";
import { failure, outcome, whoCut } from "./support/outcome.ts";
import { places } from "./support/scene.ts";

const X = Symbol("broken");

describe.each(places)("%s after its end", (_, begin, role) => {
  test.each(["close", "break", "local close", "local abort"] as const)(
    "(%s) throws a CutError for whatever is asked",
    async (how) => {
      const { scope, peer, connection } = await begin();
      peer.send(channelRequest(scope.number, 1));
      const incoming = await nextOf(scope.channels);
      const writer = incoming.writable.getWriter();
      const ofScope = "writable" in scope ? scope.writable.getWriter() : undefined;
      if (how === "local close") await connection.close();
      else if (how === "local abort") connection.abort(X);
      else peer[how]();
      await connection.closed;
      const expected = how.startsWith("local") ? "cut by local" : "cut by carrier";
      if ("open" in connection) expect(await failure(() => connection.open(A))).toBe(expected);
      expect(await failure(() => scope.channel(A))).toBe(expected);
      expect(await failure(() => connection.authorize(A))).toBe(expected);
      expect(await failure(() => writer.write(A))).toBe(expected);
      // The loop over what the peer opens ends like the connection.
      const { end } = await iterateAll(scope.channels);
      expect(end === "done" ? end : whoCut(end.rejected)).toBe(how.endsWith("close") ? "done" : expected);
      if ("responses" in scope) expect((await outcome(scope.responses)).end).toBe(expected);
      else {
        expect(await failure(() => ofScope?.closed)).toBe(expected);
        expect(await failure(() => ofScope?.write(A))).toBe(expected);
      }
      expect(role).toBe("open" in connection ? "client" : "server");
    },
  );

  test.each(["close", "break"] as const)("(%s) tells of it by `closed`", async (how) => {
    const { peer, connection } = await begin();
    expect(await fateOf(connection.closed)).toBe("pending");
    peer[how]();
    const clean = { clean: true };
    const lost = { clean: false, reason: expect.anything() };
    expect(await connection.closed).toStrictEqual(how === "close" ? clean : lost);
  });
});
