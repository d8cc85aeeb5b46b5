import type {
  CustomNotification,
  ErrorData,
  InputRequest,
  JsonObject,
  KnownMethod,
  KnownNotification,
  Meta,
  NotificationFrame,
  NotificationOf,
  SubscriptionFilter,
  Token,
} from "channel-frames";
import fc from "fast-check";
import { dictionary, json, text } from "../frame/json_arbitrary.ts";

// Each is annotated with the exported type, so what the types allow and what the schemas take cannot drift apart.

/** Whatever may be null; absent is for `requiredKeys`. */
export function nullable<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.option(value, { nil: null });
}

export const object: fc.Arbitrary<JsonObject> = dictionary(json);

export const meta: fc.Arbitrary<Meta> = nullable(object);

const token: fc.Arbitrary<Token> = fc.oneof(text, fc.maxSafeInteger(), fc.constantFrom(-(2 ** 62), 2 ** 62, 0));

const size: fc.Arbitrary<number> = fc.oneof(fc.nat(), fc.constantFrom(0, 2 ** 53, 2 ** 63));

const number: fc.Arbitrary<number> = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  // No peer is told -0.
  .map((value) => value + 0);

const filter: fc.Arbitrary<SubscriptionFilter> = fc.record(
  {
    toolsListChanged: nullable(fc.boolean()),
    promptsListChanged: nullable(fc.boolean()),
    resourcesListChanged: nullable(fc.boolean()),
    resourceSubscriptions: nullable(fc.array(text, { maxLength: 3 })),
  },
  { requiredKeys: [] },
);

const inputRequest: fc.Arbitrary<InputRequest> = fc.oneof(
  fc.record({ method: fc.constant("roots/list" as const), params: nullable(object) }, { requiredKeys: ["method"] }),
  fc.record({
    method: fc.constant("elicitation/create" as const),
    params: fc.tuple(object, text).map(([rest, message]) => ({ ...rest, message })),
  }),
  fc.record({
    method: fc.constant("sampling/createMessage" as const),
    params: fc.tuple(object, fc.array(object, { maxLength: 2 })).map(([rest, messages]) => ({ ...rest, messages })),
  }),
);

const task = {
  _meta: meta,
  taskId: text,
  statusMessage: nullable(text),
  createdAt: text,
  lastUpdatedAt: text,
  ttlMs: nullable(size),
  pollIntervalMs: nullable(size),
};

function method<const M extends KnownMethod>(name: M): fc.Arbitrary<M> {
  return fc.constant(name);
}

/** For each method, its notifications with params that fit. */
export const known: { readonly [M in KnownMethod]: fc.Arbitrary<NotificationOf<M>> } = {
  "notifications/cancelled": fc.record(
    {
      method: method("notifications/cancelled"),
      params: nullable(
        fc.record({ _meta: meta, requestId: nullable(token), reason: nullable(text) }, { requiredKeys: [] }),
      ),
    },
    { requiredKeys: ["method"] },
  ),
  "notifications/progress": fc.record({
    method: method("notifications/progress"),
    params: fc.record(
      { _meta: meta, progressToken: token, progress: number, total: nullable(number), message: nullable(text) },
      { requiredKeys: ["progressToken", "progress"] },
    ),
  }),
  "notifications/message": fc.record({
    method: method("notifications/message"),
    params: fc.record(
      {
        _meta: meta,
        level: fc.constantFrom(
          ...(["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const),
        ),
        logger: nullable(text),
        data: json,
      },
      { requiredKeys: ["level", "data"] },
    ),
  }),
  "notifications/resources/updated": fc.record({
    method: method("notifications/resources/updated"),
    params: fc.record({ _meta: meta, uri: text }, { requiredKeys: ["uri"] }),
  }),
  "notifications/resources/list_changed": withoutParams("notifications/resources/list_changed"),
  "notifications/tools/list_changed": withoutParams("notifications/tools/list_changed"),
  "notifications/prompts/list_changed": withoutParams("notifications/prompts/list_changed"),
  "notifications/subscriptions/acknowledged": fc.record({
    method: method("notifications/subscriptions/acknowledged"),
    params: fc.record({ _meta: meta, notifications: filter }, { requiredKeys: ["notifications"] }),
  }),
  "notifications/tasks": fc.record({
    method: method("notifications/tasks"),
    params: fc.oneof(
      fc.record(
        { ...task, status: fc.constantFrom("working" as const, "cancelled" as const) },
        { requiredKeys: ["taskId", "createdAt", "lastUpdatedAt", "status"] },
      ),
      fc.record(
        { ...task, status: fc.constant("completed" as const), result: object },
        { requiredKeys: ["taskId", "createdAt", "lastUpdatedAt", "status", "result"] },
      ),
      fc.record(
        { ...task, status: fc.constant("failed" as const), error: object },
        { requiredKeys: ["taskId", "createdAt", "lastUpdatedAt", "status", "error"] },
      ),
      fc.record(
        {
          ...task,
          status: fc.constant("input_required" as const),
          inputRequests: dictionary(inputRequest, 2),
        },
        { requiredKeys: ["taskId", "createdAt", "lastUpdatedAt", "status", "inputRequests"] },
      ),
    ),
  }),
};

function withoutParams<
  const M extends
    | "notifications/resources/list_changed"
    | "notifications/tools/list_changed"
    | "notifications/prompts/list_changed",
>(name: M): fc.Arbitrary<{ readonly method: M; readonly params?: { readonly _meta?: Meta } | null }> {
  return fc.record(
    { method: fc.constant(name), params: nullable(fc.record({ _meta: meta }, { requiredKeys: [] })) },
    { requiredKeys: ["method"] },
  );
}

export const knownNotification: fc.Arbitrary<KnownNotification> = fc.oneof(...Object.values(known));

/** Of methods that nobody has defined. */
export const customNotification: fc.Arbitrary<CustomNotification> = fc
  .record(
    {
      method: fc.oneof(
        text,
        fc.constantFrom("notifications/elicitation/complete", "notifications/Progress", "toString", "__proto__", ""),
      ),
      params: nullable(fc.tuple(object, fc.option(meta)).map(([rest, _meta]) => ({ ...rest, _meta }))),
    },
    { requiredKeys: ["method"] },
  )
  .filter((notification) => !Object.hasOwn(known, notification.method));

export const errorData: fc.Arbitrary<ErrorData> = fc.record(
  { code: fc.integer(), message: text, data: json },
  { requiredKeys: ["code", "message"] },
);

export const notificationFrame: fc.Arbitrary<NotificationFrame> = fc.oneof(
  fc.record({
    type: fc.constant("notification" as const),
    notification: fc.oneof(knownNotification, customNotification),
  }),
  fc.record({ type: fc.constant("error" as const), error: errorData }),
);
