import { buildNotification, decodeFrame, encodeFrame, isKnownNotification, notificationFrames } from "channel-frames";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonical } from "../frame/json_oracle.ts";
import { bodyText } from "../frame/probes.ts";
import { customNotification, knownNotification } from "./notification_arbitrary.ts";

describe("buildNotification", () => {
  it("builds the frame of a known notification", () => {
    const frame = buildNotification("notifications/progress", { progressToken: "p", progress: 1, total: 2 });
    expect(frame).toEqual({
      type: "notification",
      notification: { method: "notifications/progress", params: { progressToken: "p", progress: 1, total: 2 } },
    });
    expect(isKnownNotification(frame.notification)).toBe(true);
  });

  it("leaves params out where there are none, and keeps null and {}", () => {
    const write = (params?: null | object): string =>
      bodyText(
        encodeFrame(
          notificationFrames,
          Reflect.apply(buildNotification, undefined, ["notifications/tools/list_changed", params]),
        ),
      );
    expect(write()).toBe('{"method":"notifications/tools/list_changed"}');
    expect(write(undefined)).toBe('{"method":"notifications/tools/list_changed"}');
    expect(write(null)).toBe('{"method":"notifications/tools/list_changed","params":null}');
    expect(write({})).toBe('{"method":"notifications/tools/list_changed","params":{}}');
    expect(Object.keys(buildNotification("notifications/tools/list_changed").notification)).toEqual(["method"]);
  });

  it("builds a custom notification with any params", () => {
    const params = { any: ["thing"], __proto__: null };
    const frame = buildNotification("vendor/thing", { ...params });
    expect(frame.notification).toEqual({ method: "vendor/thing", params: { any: ["thing"] } });
    expect(isKnownNotification(frame.notification)).toBe(false);
    expect(buildNotification("vendor/thing").notification).toEqual({ method: "vendor/thing" });
  });

  it("builds, of any method and params, the frame that a peer reads", () => {
    fc.assert(
      fc.property(fc.oneof(knownNotification, customNotification), (notification) => {
        const built = Reflect.apply(buildNotification, undefined, [notification.method, notification.params]);
        const frame = decodeFrame(notificationFrames, encodeFrame(notificationFrames, built));
        expect(canonical(frame)).toBe(canonical({ type: "notification", notification }));
      }),
    );
  });
});
