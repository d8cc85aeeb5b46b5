import {
  decodeFrame,
  encodeFrame,
  FrameError,
  type FrameOptions,
  isKnownNotification,
  notificationFrames,
  readFrames,
  type ServerNotification,
} from "channel-frames";
import { expect } from "vitest";
import { frameA, frameB } from "../frames.ts";
import { A, B, E2, item, message, notification } from "../messages.ts";
import { pullSource } from "../pull_source.ts";
import { readAll } from "../read_all.ts";
import type { Checks } from "./check.ts";

function decoded(bytes: Uint8Array): ServerNotification {
  const frame = decodeFrame(notificationFrames, bytes);
  if (frame.type === "error") throw new Error("This is an error frame");
  return frame.notification;
}

/** What decoding fails with. */
function failure(bytes: Uint8Array, options?: FrameOptions): FrameError {
  try {
    decodeFrame(notificationFrames, bytes, options);
  } catch (error) {
    if (error instanceof FrameError) return error;
    throw error;
  }
  throw new Error("This was decoded");
}

function reencoded(bytes: Uint8Array): string {
  const frame = decodeFrame(notificationFrames, bytes);
  return new TextDecoder().decode(encodeFrame(notificationFrames, frame).subarray(1));
}

export const notificationChecks: Checks = {
  "mcp-01"() {
    for (const progressToken of [0, "0", "tool-call-4", 2147483648]) {
      const progress = decoded(notification("notifications/progress", { progressToken, progress: 1 }));
      if (!isKnownNotification(progress, "notifications/progress")) throw new Error("It is not typed");
      expect(progress.params.progressToken).toBe(progressToken);
    }
  },

  async "mcp-03"() {
    const params = { level: "info", message: "hi" };
    const frames = readFrames(
      pullSource([A, notification("notifications/message", params), B]).stream,
      notificationFrames,
    );
    const { values, end } = await readAll(frames);
    expect(end).toBe("done");
    const custom = { method: "notifications/message", params };
    expect(values).toStrictEqual([frameA, { type: "notification", notification: custom }, frameB]);
    expect(isKnownNotification(custom)).toBe(false);
  },

  "mcp-04"() {
    const of = (level: string): ServerNotification =>
      decoded(notification("notifications/message", { level, data: 1 }));
    for (const level of ["warn", "trace", "fatal", "INFO"]) {
      expect(of(level)).toStrictEqual({ method: "notifications/message", params: { level, data: 1 } });
      expect(isKnownNotification(of(level))).toBe(false);
    }
    expect(isKnownNotification(of("warning"), "notifications/message")).toBe(true);
  },

  "mcp-05"() {
    for (const value of [
      { method: "window/logMessage", params: { type: 3 } },
      { method: "codex/event", params: { _meta: { requestId: 2 }, id: "0" } },
      { method: "notifications/elicitation/complete" },
    ]) {
      expect(decoded(item(value))).toStrictEqual(value);
      expect(isKnownNotification(decoded(item(value)))).toBe(false);
    }
  },

  "mcp-06"() {
    const method = "notifications/tools/list_changed";
    for (const text of [
      `{"method":"${method}"}`,
      `{"method":"${method}","params":null}`,
      `{"method":"${method}","params":{}}`,
    ]) {
      expect(isKnownNotification(decoded(message(0, text)), method)).toBe(true);
      expect(reencoded(message(0, text))).toBe(text);
    }
  },

  async "mcp-08"() {
    for (const list of [[{ method: "notifications/tools/list_changed" }, { method: "x" }], []]) {
      expect(failure(item(list)).code).toBe("body");
      const { values, end } = await readAll(readFrames(pullSource([item(list)]).stream, notificationFrames));
      expect(values).toStrictEqual([]);
      expect(end).toHaveProperty("rejected.code", "body");
    }
  },

  "mcp-09"() {
    const log = `Server mode: STDIO\u001b[31m ${"and so on ".repeat(50)}`;
    for (const text of ["Server mode: STDIO", 'Server mode: STDIO\n{"method":"x"}', log]) {
      const error = failure(message(0, text));
      expect(error.code).toBe("body");
      expect(error.message).toContain("Server mode");
      expect(error.message.length).toBeLessThan(160);
      expect(error.message).toMatch(/^[\x20-\x7e…]*$/);
    }
  },

  "mcp-11"() {
    for (const code of [401, 1001, 0, 42, -32000, -32099, -31999, 2 ** 31 - 1, -(2 ** 31)]) {
      const frame = decodeFrame(notificationFrames, E2({ code, message: "m" }));
      expect(frame).toStrictEqual({ type: "error", error: { code, message: "m" } });
    }
    expect(failure(E2({ code: 2 ** 31, message: "m" })).code).toBe("body");
  },

  async "mcp-13"() {
    const cancelled = [{}, { requestId: 7 }].map((params) => notification("notifications/cancelled", params));
    for (const one of cancelled) expect(isKnownNotification(decoded(one), "notifications/cancelled")).toBe(true);
    const frames = readFrames(pullSource(cancelled).stream, notificationFrames);
    expect((await readAll(frames)).end).toBe("done");
    expect(await frames.ending).toStrictEqual({ kind: "finished", frames: 2 });
  },

  async "mcp-15"() {
    const limits = { maxMessageBytes: 1024 };
    // Its body is no JSON, which nobody is to find out.
    const large = message(0, "x".repeat(1024));
    expect(large).toHaveLength(1025);
    const strict = await readAll(readFrames(pullSource([A, large, B]).stream, notificationFrames, limits));
    expect(strict.values).toStrictEqual([frameA]);
    expect(strict.end).toHaveProperty("rejected.code", "too-large");
    expect(strict.end).toHaveProperty("rejected.index", 1);
    const lenient = { ...limits, onMalformed: "skip" } as const;
    expect(await readAll(readFrames(pullSource([A, large, B]).stream, notificationFrames, lenient))).toStrictEqual({
      values: [frameA, frameB],
      end: "done",
    });
    expect(failure(message(0, "x".repeat(1023)), limits).code).toBe("body");
  },

  "mcp-17"() {
    for (const text of [
      '{"method":"x"}',
      '{"jsonrpc":"1.0","method":"x"}',
      '{"jsonrpc":"2.0","id":3,"method":"x","type":"y"}',
    ]) {
      expect(isKnownNotification(decoded(message(0, text)))).toBe(false);
      expect(reencoded(message(0, text))).toBe(text);
    }
  },
};
