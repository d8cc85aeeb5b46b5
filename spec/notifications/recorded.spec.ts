import { readFileSync } from "node:fs";
import {
  decodeFrame,
  encodeFrame,
  isKnownNotification,
  NotificationGuardedDecoderStream,
  notificationFrames,
} from "channel-frames";
import { replay } from "channel-frames/tape";
import { describe, expect, test } from "vitest";
import { pullSource } from "../support/pull_source.ts";
import { readAll } from "../support/read_all.ts";

/** What a real MCP server sent, and how its channel ended. */
const tapes = [
  ["mcp_server", "finished", 13],
  ["mcp_server_died", "failed", 10],
  ["mcp_server_cut", "cut", 6],
] as const;

const replayed = (name: string): ReadableStream<Uint8Array> =>
  replay(pullSource([readFileSync(new URL(`../fixtures/tapes/${name}.tape`, import.meta.url))]).stream);

describe.each(tapes)("The notifications of %s", (name, kind, frames) => {
  test(`are decoded, and end as ${kind}`, async () => {
    const decoder = new NotificationGuardedDecoderStream();
    const { values } = await readAll(replayed(name).pipeThrough(decoder));
    expect(await decoder.ending).toMatchObject({ kind, frames });
    for (const frame of values) {
      if (frame.type !== "notification") continue;
      // The protocol knows notifications/tasks; what this server calls its own is custom.
      const isKnown = frame.notification.method !== "notifications/tasks/status";
      expect(isKnownNotification(frame.notification), frame.notification.method).toBe(isKnown);
    }
    expect(values.length).toBeGreaterThan(0);
  });

  test("come to the same JSON when they are encoded again", async () => {
    const { values: messages } = await readAll(replayed(name));
    for (const message of messages) {
      const again = encodeFrame(notificationFrames, decodeFrame(notificationFrames, message));
      expect(JSON.parse(new TextDecoder().decode(again.subarray(1)))).toStrictEqual(
        JSON.parse(new TextDecoder().decode(message.subarray(1))),
      );
    }
  });
});
