import { decodeFrame, isKnownNotification, type KnownMethod, notificationFrames } from "channel-frames";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { message } from "../support/messages.ts";
import { customNotification, known } from "./notification_arbitrary.ts";

/** Whether a notification is known once it has been over the wire, in both modes of integers. */
function isKnown(notification: object, method?: KnownMethod): boolean {
  const bytes = message(0, JSON.stringify(notification));
  const answers = [
    decodeFrame(notificationFrames, bytes),
    decodeFrame(notificationFrames, bytes, { integers: "bigint" }),
  ]
    .map((frame) => (frame.type === "notification" ? frame.notification : expect.fail("no notification")))
    .map((one) => (method === undefined ? isKnownNotification(one) : isKnownNotification(one, method)));
  expect(answers[0]).toBe(answers[1]);
  return answers[0] === true;
}

const task = { taskId: "t", createdAt: "c", lastUpdatedAt: "l" };
const wrongMeta = { _meta: null };

/** For each method: params that fit, and params that do not. */
const rows: { readonly [M in KnownMethod]: { readonly fit: readonly unknown[]; readonly misfit: readonly unknown[] } } =
  {
    "notifications/cancelled": {
      fit: [
        undefined,
        null,
        {},
        wrongMeta,
        { requestId: 7 },
        { requestId: "7", reason: "r" },
        { requestId: null, reason: null },
      ],
      misfit: [{ requestId: true }, { requestId: 1.5 }, { requestId: 2 ** 63 }, { requestId: {} }, { reason: 5 }],
    },
    "notifications/progress": {
      fit: [
        { progressToken: 0, progress: 0 },
        { progressToken: "0", progress: 0.5, total: null, message: null },
        { progressToken: 2147483648, progress: -1, total: 1e300, message: "m", more: [] },
        { progressToken: -(2 ** 62), progress: 1 },
      ],
      misfit: [
        undefined,
        null,
        {},
        { progressToken: "p" },
        { progress: 1 },
        { progressToken: null, progress: 1 },
        { progressToken: 1.5, progress: 1 },
        { progressToken: 2 ** 63, progress: 1 },
        // As a double it stands for integers below the limit, too.
        { progressToken: -(2 ** 63), progress: 1 },
        { progressToken: "p", progress: "1" },
        { progressToken: "p", progress: null },
        { progressToken: "p", progress: 1, total: "2" },
        { progressToken: "p", progress: 1, message: {} },
      ],
    },
    "notifications/message": {
      fit: [
        ...["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"].map((level) => ({
          level,
          data: null,
        })),
        { level: "info", data: { any: ["thing"] }, logger: null },
        { level: "info", data: false, logger: "l" },
      ],
      misfit: [
        undefined,
        null,
        {},
        { level: "info" },
        { level: "info", message: "hi" },
        ...["warn", "trace", "fatal", "INFO", "", "toString", 1, null].map((level) => ({ level, data: 1 })),
        { data: 1 },
        { level: "info", data: 1, logger: 5 },
      ],
    },
    "notifications/resources/updated": {
      fit: [{ uri: "" }, { uri: "not a uri", more: 1 }, { uri: "u", _meta: { a: 1 } }],
      misfit: [undefined, null, {}, { uri: null }, { uri: 5 }, { uri: ["u"] }],
    },
    "notifications/resources/list_changed": { fit: [undefined, null, {}, { _meta: {} }, { any: 1 }], misfit: [] },
    "notifications/tools/list_changed": { fit: [undefined, null, {}, { _meta: {} }, { any: 1 }], misfit: [] },
    "notifications/prompts/list_changed": { fit: [undefined, null, {}, { _meta: {} }, { any: 1 }], misfit: [] },
    "notifications/subscriptions/acknowledged": {
      fit: [
        { notifications: {} },
        { notifications: { toolsListChanged: true, promptsListChanged: null, resourceSubscriptions: ["u"] } },
        { notifications: { resourceSubscriptions: null, more: 1 } },
      ],
      misfit: [
        undefined,
        null,
        {},
        { notifications: null },
        { notifications: [] },
        { notifications: [true, false] },
        { notifications: { toolsListChanged: 1 } },
        { notifications: { resourceSubscriptions: "u" } },
        { notifications: { resourceSubscriptions: [1] } },
      ],
    },
    "notifications/tasks": {
      fit: [
        { ...task, status: "working" },
        { ...task, status: "cancelled", ttlMs: null, pollIntervalMs: 0, statusMessage: null },
        { ...task, status: "working", ttlMs: 2 ** 53 },
        { ...task, status: "working", result: {}, error: null, inputRequests: {} },
        { ...task, status: "completed", result: {} },
        { ...task, status: "failed", error: { code: 1 } },
        { ...task, status: "input_required", inputRequests: {} },
        { ...task, status: "input_required", inputRequests: { k: { method: "roots/list" } } },
        {
          ...task,
          status: "input_required",
          inputRequests: {
            a: { method: "elicitation/create", params: { message: "m" } },
            b: { method: "sampling/createMessage", params: { messages: [{}] } },
          },
        },
      ],
      misfit: [
        undefined,
        null,
        {},
        { ...task },
        { ...task, status: "done" },
        { ...task, status: ["working"] },
        { ...task, status: "working", taskId: 5 },
        { ...task, status: "working", createdAt: null },
        { ...task, status: "working", ttlMs: -1 },
        { ...task, status: "working", ttlMs: 0.5 },
        { ...task, status: "working", ttlMs: 2 ** 64 },
        { ...task, status: "working", statusMessage: 1 },
        { ...task, status: "working", result: [] },
        { ...task, status: "completed" },
        { ...task, status: "completed", result: null },
        { ...task, status: "completed", result: [] },
        { ...task, status: "failed", result: {} },
        { ...task, status: "input_required" },
        { ...task, status: "input_required", inputRequests: [] },
        { ...task, status: "input_required", inputRequests: { k: { method: "tools/call" } } },
        { ...task, status: "input_required", inputRequests: { k: { method: "elicitation/create" } } },
        { ...task, status: "input_required", inputRequests: { k: { method: "sampling/createMessage", params: {} } } },
        { ...task, status: "input_required", inputRequests: { k: [] } },
      ],
    },
  };

describe("isKnownNotification", () => {
  for (const [method, { fit, misfit }] of Object.entries(rows)) {
    it.each(fit.map((params) => [params]))(`is true for ${method} with %j`, (params) => {
      expect(isKnown({ method, params })).toBe(true);
      // The protocol does not check what else is there.
      expect(isKnown({ jsonrpc: "1.0", method, params, id: 3 })).toBe(true);
    });

    if (misfit.length > 0) {
      it.each(misfit.map((params) => [params]))(`is false for ${method} with %j`, (params) => {
        expect(isKnown({ method, params })).toBe(false);
      });
    }
  }

  it("is true for a notification of the method that it is asked for, and of no other", () => {
    const methods = Object.keys(rows) as readonly KnownMethod[];
    for (const [own, arbitrary] of Object.entries(known)) {
      fc.assert(
        fc.property(arbitrary, fc.constantFrom(...methods), (notification, method) => {
          expect(isKnown(notification)).toBe(true);
          expect(isKnown(notification, method)).toBe(method === own);
        }),
        { numRuns: 30 },
      );
    }
  });

  it("is false for a misfit of the method that it is asked for", () => {
    expect(isKnown({ method: "notifications/progress", params: {} }, "notifications/progress")).toBe(false);
  });

  it("is false for every other method", () => {
    fc.assert(
      fc.property(customNotification, (notification) => {
        expect(isKnown(notification)).toBe(false);
      }),
    );
    const text = "notifications/tools/list_changed";
    for (const method of [`${text} `, text.toUpperCase(), `${text}\u0000`, "constructor", "hasOwnProperty"]) {
      expect(isKnown({ method })).toBe(false);
    }
  });

  it.each(["__proto__", "constructor", "prototype", "toString"])(
    "looks at the input request under the key %s like at any other",
    (key) => {
      const params = (request: string): string =>
        `{"taskId":"t","createdAt":"c","lastUpdatedAt":"l","status":"input_required","inputRequests":{"${key}":${request}}}`;
      const notification = (request: string): object => ({
        method: "notifications/tasks",
        params: JSON.parse(params(request)),
      });
      expect(isKnown(notification('{"method":"roots/list"}'))).toBe(true);
      expect(isKnown(notification("5"))).toBe(false);
      expect(isKnown(notification('{"method":"tools/call"}'))).toBe(false);
    },
  );

  it("looks at own members only", () => {
    // JSON.parse makes an own member of __proto__; whoever assigns it, as schema libraries do, makes a prototype of it.
    const inherited =
      '{"__proto__":{"uri":"u","notifications":{},"level":"info","data":1,"progressToken":1,"progress":1}}';
    for (const method of [
      "notifications/resources/updated",
      "notifications/subscriptions/acknowledged",
      "notifications/message",
      "notifications/progress",
    ]) {
      expect(isKnown({ method, params: JSON.parse(inherited) })).toBe(false);
    }
  });

  it.each([
    ["-9223372036854775808", true],
    ["9223372036854775807", true],
    ["9223372036854775808", false],
    ["18446744073709551615", false],
    ["9007199254740993", true],
  ])("takes the progress token %s as the reference does under integers bigint: %s", (token, expected) => {
    const body = `{"method":"notifications/progress","params":{"progressToken":${token},"progress":1}}`;
    const frame = decodeFrame(notificationFrames, message(0, body), { integers: "bigint" });
    if (frame.type !== "notification") expect.fail("no notification");
    expect(isKnownNotification(frame.notification)).toBe(expected);
  });

  it("is false for params that no decoder lets through, instead of throwing", () => {
    for (const params of [[], 5, "x", true, [{}]]) {
      const notification = { method: "notifications/tools/list_changed", params };
      expect(Reflect.apply(isKnownNotification, undefined, [notification])).toBe(false);
    }
  });

  it("changes nothing", () => {
    const notification = Object.freeze({
      method: "notifications/progress" as const,
      params: Object.freeze({ progressToken: 1, progress: 2, extra: Object.freeze({ a: [1] }) }),
    });
    expect(isKnownNotification(notification)).toBe(true);
    expect(JSON.stringify(notification)).toBe(
      '{"method":"notifications/progress","params":{"progressToken":1,"progress":2,"extra":{"a":[1]}}}',
    );
  });
});
