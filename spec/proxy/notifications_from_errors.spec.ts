import { describe, expect, test } from "vitest";
import { CutError } from "../../lib/mod.ts";
import type { ErrorVerdict } from "../../lib/proxy/error_verdict.ts";
import { notificationsFrom } from "../../lib/proxy/notifications_from.ts";
import { turn } from "../support/pause.ts";
import { collect } from "./support/collect.ts";
import { changed, error, frame, stateOf } from "./support/mcp_frames.ts";
import { mcpPair } from "./support/mcp_pair.ts";

describe("an error of a transport that stays open", () => {
  test.each<[string, unknown, object | undefined]>([
    ["a line that is no JSON", new SyntaxError("Unexpected token"), undefined],
    ["a request that was refused", Object.assign(new Error("no"), { code: 400 }), undefined],
    [
      "a session that is gone",
      Object.assign(new Error("Streamable HTTP error: Failed to open SSE stream: Not Found"), { code: 404 }),
      error(-32000, "Streamable HTTP error: Failed to open SSE stream: Not Found"),
    ],
    [
      "a stream that is not opened again",
      new Error("Maximum reconnection attempts (2) exceeded."),
      error(-32000, "Maximum reconnection attempts (2) exceeded."),
    ],
    [
      "a stream of the SSE transport, whose session is gone with it",
      new Error("SSE error: TypeError: terminated"),
      error(-32000, "SSE error: TypeError: terminated"),
    ],
    ["no error at all", undefined, undefined],
  ])("an error of the transport: %s", async (_, reason, last) => {
    const { client, near, server, connect } = mcpPair();
    await connect();
    const heard = collect(notificationsFrom(client));
    near.onerror?.(reason as Error);
    await turn();
    await server.notification(changed);
    await client.close();
    await heard.over;
    expect(heard.chunks).toEqual([last ?? frame(changed.method)]);
  });

  test("a stream of HTTP that broke, and is opened again", async () => {
    const { client, near, server, connect } = mcpPair();
    await connect();
    const heard = collect(notificationsFrom(client));
    await server.notification(changed);
    const cause = new Error("SSE stream disconnected: TypeError: terminated");
    near.onerror?.(cause);
    const again = collect(notificationsFrom(client));
    await server.notification({ method: "a/b" });
    const reason = await heard.over;
    expect(reason).toBeInstanceOf(CutError);
    expect(reason).toMatchObject({ by: "carrier", cause });
    await client.close();
    await again.over;
    expect([heard.chunks, again.chunks]).toEqual([[frame(changed.method)], [frame("a/b")]]);
  });

  test.each(["while somebody listens", "while nobody does"])(
    "a transport that is lost %s says so to whoever listens later",
    async (when) => {
      const { client, near, connect } = mcpPair();
      await connect();
      const before = stateOf(near);
      const first = collect(notificationsFrom(client));
      near.onerror?.(new Error("SSE stream disconnected: TypeError: terminated"));
      near.onerror?.(new Error("SSE stream disconnected: TypeError: terminated"));
      await first.over;
      const stop = new AbortController();
      if (when === "while somebody listens") notificationsFrom(client, { signal: stop.signal });
      near.onerror?.(new Error("Maximum reconnection attempts (2) exceeded."));
      stop.abort();
      expect(stateOf(near)).toEqual(before);
      const later = collect(notificationsFrom(client));
      expect(await later.over).toBe(undefined);
      expect(later.chunks).toEqual([error(-32000, "Maximum reconnection attempts (2) exceeded.")]);
      expect(stateOf(near)).toEqual(before);
      // Another connection is another matter.
      await client.close();
      const again = mcpPair();
      await again.server.connect(again.far);
      await client.connect(again.near);
      const heard = collect(notificationsFrom(client));
      await again.server.notification(changed);
      await client.close();
      await heard.over;
      expect(heard.chunks).toEqual([frame(changed.method)]);
    },
  );

  test("a transport that is closed after a cut is watched no more", async () => {
    const { client, near, connect } = mcpPair();
    await connect();
    const before = stateOf(near);
    const { over } = collect(notificationsFrom(client));
    near.onerror?.(new Error("SSE stream disconnected: TypeError: terminated"));
    await over;
    expect(stateOf(near)).not.toEqual(before);
    near.onclose?.();
    expect(stateOf(near)).toEqual(before);
  });

  test.each<[string, unknown, object]>([
    ["a code of JSON-RPC", Object.assign(new Error("no"), { code: -32001 }), error(-32001, "no")],
    ["a name for a code", Object.assign(new Error("no"), { code: "EPIPE" }), error(-32000, "no")],
    ["a code beyond 32 bits", Object.assign(new Error("no"), { code: -(2 ** 31) - 1 }), error(-32000, "no")],
    ["a long text", new Error(`a\n${"b".repeat(1000)}`), error(-32000, `a\\u000a${"b".repeat(198)}…`)],
    ["a text in place of an error", "broken", error(-32000, "broken")],
    ["nothing", null, error(-32000, "null")],
  ])("the option judgeError, and the error frame for %s", async (_, reason, last) => {
    const { client, near, connect } = mcpPair();
    await connect();
    const asked: unknown[] = [];
    const judgeError = (error: unknown): ErrorVerdict => (asked.push(error) > 0 ? "fail" : "pass");
    const heard = collect(notificationsFrom(client, { judgeError }));
    near.onerror?.(reason as Error);
    expect(await heard.over).toBe(undefined);
    expect([heard.chunks, asked]).toEqual([[last], [reason]]);
    await client.ping();
  });

  test("what judgeError throws", async () => {
    const { client, near, server, connect } = mcpPair();
    await connect();
    const heard = collect(
      notificationsFrom(client, {
        judgeError() {
          throw "cannot tell";
        },
      }),
    );
    await server.notification(changed);
    near.onerror?.(new Error("no"));
    expect(await heard.over).toBe("cannot tell");
    expect(heard.chunks).toEqual([frame(changed.method)]);
  });
});
