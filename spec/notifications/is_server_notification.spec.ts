import { encodeFrame, FrameEncodeError, isServerNotification, notificationFrames } from "channel-frames";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bodyText, errorBy } from "../frame/probes.ts";
import { spoilt } from "../frame/spoil.ts";
import { customNotification, knownNotification } from "./notification_arbitrary.ts";
import { verdictOf } from "./notification_model.ts";

const wire = fc.oneof(knownNotification, customNotification).map((one) => JSON.parse(JSON.stringify(one)));

describe("isServerNotification", () => {
  it("is true for exactly the JSON values that the encoder takes", () => {
    fc.assert(
      fc.property(spoilt(spoilt(wire)), (value) => {
        expect(isServerNotification(value)).toBe(verdictOf(value) !== "refused");
        if (isServerNotification(value)) {
          const message = encodeFrame(notificationFrames, { type: "notification", notification: value });
          expect(bodyText(message)).toBe(JSON.stringify(value));
        } else {
          const run = (): unknown =>
            Reflect.apply(encodeFrame, undefined, [notificationFrames, { type: "notification", notification: value }]);
          expect(errorBy(FrameEncodeError, run).code).toBe("shape");
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [null],
    [undefined],
    ["notifications/progress"],
    [[]],
    [{}],
    [{ method: null }],
    [{ method: "x", params: 5 }],
    [{ method: "x", params: { _meta: [] } }],
    [{ jsonrpc: "2.0", id: 1, result: {} }],
    [() => 1],
  ])("is false for %o", (value) => {
    expect(isServerNotification(value)).toBe(false);
  });
});
