import type { NotificationFrame } from "channel-frames";
import {
  type AnswerRefusedCode,
  AnswerRefusedError,
  type AskHandlers,
  answerNotifications,
  type ServeAsksOptions,
  serveAsks,
} from "channel-frames/proxy";
import { equal, ok, rejected } from "../check.ts";
import { frameA, frameB, frameC, frameE } from "../frames.ts";
import { pause } from "../pause.ts";
import { Peer } from "../peer.ts";
import { needsWebSocket } from "../platform.ts";
import { pullSource } from "../pull_source.ts";
import { socketTest } from "../sockets.ts";
import type { Test } from "../test.ts";

const broken = new Error("broken");

/** The answers to asks for notifications, one after the other. The last goes on for ever. */
const answers: readonly (() => ReadableStream<NotificationFrame> | undefined)[] = [
  () => pullSource([frameA, frameB]).stream,
  () => pullSource([frameA, frameE, frameB]).stream,
  () => undefined,
  () => pullSource([frameC], { throws: broken }).stream,
  () => pullSource([frameB], "wait").stream,
];

function handlers(): AskHandlers {
  let asked = 0;
  return {
    "mcp/list-tools": async ({ payload }, { open }) => {
      const writer = open().writable.getWriter();
      await writer.write(payload);
      await writer.close();
    },
    "mcp/notifications": () => answers[asked++]?.(),
  };
}

/** The server's side of a proxy, over sockets of this runtime. */
export const servedProxyTests: readonly Test[] = [
  socketTest(
    "serveAsks: a proxy is told everything, and of every end, by one server after the other",
    async (server) => {
      needsWebSocket();
      const peer = new Peer(server, "/served/proxy");
      const failed: unknown[] = [];
      const its = handlers();
      const told = [
        "tools: 7",
        ...["x/a", "x/b", "gap: finished 2"],
        ...["x/a", "error: boom", "gap: failed 1"],
        ...["gap: unserved 0", "x/c", "gap: cut 1", "x/b"],
      ];
      // What was ended on purpose is not asked for again on the same connection.
      for (const known of [3, 6, 7, told.length]) {
        const stop = new AbortController();
        const options: ServeAsksOptions = {
          signal: stop.signal,
          minDelay: 1,
          onAskFailed: (error) => failed.push(error),
        };
        const served = serveAsks(peer.url, its, options);
        await peer.until((seen) => (seen.told?.length ?? 0) >= known);
        await pause(50);
        stop.abort();
        await served;
      }
      equal((await peer.seen()).told, told);
      equal(failed, [broken]);
    },
  ),
  socketTest("answerNotifications: a path that is refused rejects, and cancels the frames", async (server) => {
    needsWebSocket();
    const frames = pullSource([frameA]);
    const error = await rejected(answerNotifications(`${server}/nothing`, { channel: 1 }, frames.stream));
    ok(error instanceof AnswerRefusedError, String(error));
    const { code, status } = error as AnswerRefusedError;
    // Few runtimes tell the status.
    const expected: AnswerRefusedCode = status === 404 ? "unknown" : "unopened";
    equal([code, frames.cancels], [expected, [error]]);
  }),
  socketTest("serveAsks: a signal ends it while nobody is there", async () => {
    needsWebSocket();
    const stop = new AbortController();
    let attempts = 0;
    const served = serveAsks(
      "ws://127.0.0.1:9",
      {},
      {
        signal: stop.signal,
        minDelay: 1,
        maxDelay: 5,
        onReconnect: () => {
          if (++attempts === 2) stop.abort();
        },
      },
    );
    await served;
    equal(attempts, 2);
  }),
];
