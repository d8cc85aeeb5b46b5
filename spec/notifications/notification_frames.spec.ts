import {
  decodeFrame,
  encodeFrame,
  FrameEncodeError,
  FrameError,
  isKnownNotification,
  type JsonValue,
  type NotificationFrame,
  notificationFrames,
} from "channel-frames";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonical } from "../frame/json_oracle.ts";
import { bodyText, errorBy } from "../frame/probes.ts";
import { spoilt } from "../frame/spoil.ts";
import { message } from "../support/messages.ts";
import { customNotification, errorData, known, knownNotification } from "./notification_arbitrary.ts";
import { isErrorData, verdictOf } from "./notification_model.ts";

/** JSON values of what the types say. */
const wire = (value: fc.Arbitrary<object>): fc.Arbitrary<JsonValue> =>
  value.map((one) => JSON.parse(JSON.stringify(one)));

/** What the library makes of a value. */
function verdict(value: unknown): string {
  let frame: NotificationFrame;
  try {
    frame = decodeFrame(notificationFrames, message(0, JSON.stringify(value)));
  } catch (error) {
    expect(error).toMatchObject({ code: "body", tag: 0 });
    return "refused";
  }
  if (frame.type !== "notification") return expect.fail("no notification");
  expect(canonical(frame.notification)).toBe(canonical(value));
  return isKnownNotification(frame.notification) ? "known" : "custom";
}

const statuses = ["working", "cancelled", "completed", "failed", "input_required"];

describe("notificationFrames", () => {
  it.each(Object.entries(known))("takes every %s of its type as known", (_, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (notification) => {
        const bytes = encodeFrame(notificationFrames, { type: "notification", notification });
        const frame = decodeFrame(notificationFrames, bytes);
        if (frame.type !== "notification") expect.fail("no notification");
        expect(canonical(frame.notification)).toBe(canonical(notification));
        expect(isKnownNotification(frame.notification)).toBe(true);
        expect(verdictOf(frame.notification)).toBe("known");
      }),
    );
  });

  it("takes every custom notification of its type as custom", () => {
    fc.assert(
      fc.property(customNotification, (notification) => {
        const bytes = encodeFrame(notificationFrames, { type: "notification", notification });
        const frame = decodeFrame(notificationFrames, bytes);
        if (frame.type !== "notification") expect.fail("no notification");
        expect(canonical(frame.notification)).toBe(canonical(notification));
        expect(isKnownNotification(frame.notification)).toBe(false);
      }),
    );
  });

  it("refuses, types or passes spoilt notifications as the rules of the reference say", () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(
        spoilt(spoilt(wire(fc.oneof(knownNotification, customNotification)), statuses), Object.keys(known)),
        (value) => {
          const expected = verdictOf(value);
          seen.set(expected, (seen.get(expected) ?? 0) + 1);
          expect(verdict(value), JSON.stringify(value)).toBe(expected);
        },
      ),
      { numRuns: 2000 },
    );
    // All three must come often, or the property says little.
    for (const kind of ["refused", "known", "custom"]) expect(seen.get(kind)).toBeGreaterThan(50);
  });

  it("writes exactly what it would read", () => {
    fc.assert(
      fc.property(spoilt(wire(fc.oneof(knownNotification, customNotification))), (value) => {
        const run = (): Uint8Array =>
          Reflect.apply(encodeFrame, undefined, [notificationFrames, { type: "notification", notification: value }]);
        if (verdictOf(value) === "refused") expect(errorBy(FrameEncodeError, run).code).toBe("shape");
        else expect(bodyText(run())).toBe(JSON.stringify(value));
      }),
      { numRuns: 1000 },
    );
  });

  it("takes every error data of its type, and refuses or passes spoilt ones as the rules say", () => {
    fc.assert(
      fc.property(errorData, (error) => {
        const frame = decodeFrame(notificationFrames, encodeFrame(notificationFrames, { type: "error", error }));
        expect(canonical(frame)).toBe(canonical({ type: "error", error }));
      }),
    );
    fc.assert(
      fc.property(spoilt(wire(errorData)), (value) => {
        const run = (): unknown => decodeFrame(notificationFrames, message(1, JSON.stringify(value)));
        if (isErrorData(value)) expect(run()).toEqual({ type: "error", error: value });
        else expect(errorBy(FrameError, run)).toMatchObject({ code: "body", tag: 1 });
      }),
      { numRuns: 1000 },
    );
  });

  it.each([401, 1001, 0, 42, -32000, -32099, -31999, 2 ** 31 - 1, -(2 ** 31)])(
    "takes the error code %i, as no range of 32 bits is reserved",
    (code) => {
      const frame = decodeFrame(notificationFrames, message(1, JSON.stringify({ code, message: "m" })));
      expect(frame).toEqual({ type: "error", error: { code, message: "m" } });
    },
  );

  it.each([
    '{"code":2147483648,"message":"m"}',
    '{"code":-2147483649,"message":"m"}',
    '{"code":1.5,"message":"m"}',
    '{"code":"1","message":"m"}',
    '{"code":9007199254740993,"message":"m"}',
    '{"message":"m"}',
    '{"code":1}',
    '{"code":1,"message":null}',
    "null",
    "[]",
    '"boom"',
    "{}",
  ])("refuses the error data %s", (body) => {
    for (const integers of ["number", "bigint"] as const) {
      const run = (): unknown => decodeFrame(notificationFrames, message(1, body), { integers });
      expect(errorBy(FrameError, run)).toMatchObject({ code: "body", tag: 1 });
    }
  });

  it.each([
    '{"method":"notifications/tools/list_changed"}',
    '{"method":"notifications/tools/list_changed","params":null}',
    '{"method":"notifications/tools/list_changed","params":{}}',
    '{"method":"window/logMessage","params":{"type":3}}',
    '{"method":"codex/event","params":{"_meta":{"requestId":2},"id":"0"}}',
    '{"method":"notifications/elicitation/complete"}',
    '{"method":"x"}',
    '{"jsonrpc":"1.0","method":"x"}',
    '{"jsonrpc":"2.0","id":3,"method":"x","type":"y"}',
    '{"z":1,"method":"x","a":{"2":1,"b":[]},"params":{"_meta":{"k":null},"c":true}}',
  ])("gives back %s as it came", (body) => {
    const bytes = message(0, body);
    for (const integers of ["number", "bigint"] as const) {
      const frame = decodeFrame(notificationFrames, bytes, { integers });
      expect(encodeFrame(notificationFrames, frame, { integers })).toEqual(bytes);
    }
  });

  it.each([
    "null",
    "5",
    '"x"',
    "[]",
    '{"method":5}',
    "{}",
    '{"method":"x","params":[]}',
    '{"method":"x","params":[1]}',
  ])("refuses %s in the place of a notification", (body) => {
    const error = errorBy(FrameError, () => decodeFrame(notificationFrames, message(0, body)));
    expect(error).toMatchObject({ code: "body", tag: 0 });
    expect(error.issues?.length).toBeGreaterThan(0);
  });

  it("takes the params of a custom notification whole, whatever their keys", () => {
    const body = '{"method":"x","params":{"__proto__":{"x":1},"constructor":2,"prototype":3,"toJSON":"t"}}';
    const frame = decodeFrame(notificationFrames, message(0, body));
    expect(bodyText(encodeFrame(notificationFrames, frame))).toBe(body);
  });

  it("finds a bad _meta behind keys that could hide it", () => {
    for (const body of [
      '{"method":"x","params":{"__proto__":null,"_meta":[]}}',
      '{"method":"x","params":{"constructor":1,"_meta":5}}',
      '{"__proto__":{"method":"x"}}',
      '{"method":"x","__proto__":{},"params":{"_meta":"m"}}',
    ]) {
      expect(errorBy(FrameError, () => decodeFrame(notificationFrames, message(0, body))).code).toBe("body");
    }
  });
});
