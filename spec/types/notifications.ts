// Checked by tsc, and never executed: notifications, as a user narrows and builds them.
import {
  buildNotification,
  type CancelledNotification,
  type CustomNotification,
  isKnownNotification,
  type JsonObject,
  type KnownMethod,
  type KnownNotification,
  type LoggingLevel,
  type LoggingMessageNotification,
  NotificationEncoderStream,
  type NotificationFrame,
  type NotificationOf,
  type ProgressNotification,
  type PromptListChangedNotification,
  type ResourceListChangedNotification,
  type ResourceUpdatedNotification,
  type ServerNotification,
  type SubscriptionsAcknowledgedNotification,
  type TaskStatusNotification,
  type ToolListChangedNotification,
} from "channel-frames";
import { expectTypeOf } from "vitest";

export function aSwitchOnMethodNarrowsToExactlyOne(notification: ServerNotification): string {
  if (!isKnownNotification(notification)) return notification.method;
  expectTypeOf(notification).toEqualTypeOf<KnownNotification>();
  switch (notification.method) {
    case "notifications/cancelled":
      expectTypeOf(notification).toEqualTypeOf<CancelledNotification>();
      return String(notification.params?.requestId);
    case "notifications/progress":
      expectTypeOf(notification).toEqualTypeOf<ProgressNotification>();
      expectTypeOf(notification.params.progressToken).toEqualTypeOf<string | number>();
      expectTypeOf(notification.params.total).toEqualTypeOf<number | null | undefined>();
      return notification.params.progress.toFixed();
    case "notifications/message":
      expectTypeOf(notification).toEqualTypeOf<LoggingMessageNotification>();
      expectTypeOf(notification.params.level).toEqualTypeOf<LoggingLevel>();
      return notification.params.level;
    case "notifications/resources/updated":
      expectTypeOf(notification).toEqualTypeOf<ResourceUpdatedNotification>();
      return notification.params.uri;
    case "notifications/resources/list_changed":
      expectTypeOf(notification).toEqualTypeOf<ResourceListChangedNotification>();
      return "resources";
    case "notifications/tools/list_changed":
      expectTypeOf(notification).toEqualTypeOf<ToolListChangedNotification>();
      return "tools";
    case "notifications/prompts/list_changed":
      expectTypeOf(notification).toEqualTypeOf<PromptListChangedNotification>();
      return "prompts";
    case "notifications/subscriptions/acknowledged":
      expectTypeOf(notification).toEqualTypeOf<SubscriptionsAcknowledgedNotification>();
      return String(notification.params.notifications.toolsListChanged);
    case "notifications/tasks":
      expectTypeOf(notification).toEqualTypeOf<TaskStatusNotification>();
      return aSwitchOnStatusNarrows(notification);
    default:
      return notification satisfies never;
  }
}

function aSwitchOnStatusNarrows({ params }: TaskStatusNotification): string {
  expectTypeOf(params.taskId).toEqualTypeOf<string>();
  switch (params.status) {
    case "completed":
      expectTypeOf(params.result).toEqualTypeOf<JsonObject>();
      return "completed";
    case "failed":
      expectTypeOf(params.error).toEqualTypeOf<JsonObject>();
      return "failed";
    case "input_required":
      return Object.keys(params.inputRequests).join();
    case "working":
    case "cancelled":
      // @ts-expect-error no result belongs to these
      return params.result;
    default:
      return params satisfies never;
  }
}

export function oneMethodCanBeAskedFor(notification: ServerNotification): number | undefined {
  if (isKnownNotification(notification, "notifications/progress")) {
    expectTypeOf(notification).toEqualTypeOf<ProgressNotification>();
    return notification.params.progress;
  }
  // @ts-expect-error no such method is known
  if (isKnownNotification(notification, "notifications/elicitation/complete")) return 0;
  return undefined;
}

export function withoutTheCheckParamsMayBeAnything(notification: ServerNotification): void {
  if (notification.method !== "notifications/progress") return;
  // @ts-expect-error a server may send this method with other params
  notification.params.progress.toFixed();
}

export function theCheckWidensWithTheNumbers(notification: ServerNotification<number | bigint>): void {
  if (isKnownNotification(notification, "notifications/progress")) {
    expectTypeOf(notification.params.progress).toEqualTypeOf<number | bigint>();
    expectTypeOf(notification.params.progressToken).toEqualTypeOf<string | number | bigint>();
  }
  if (isKnownNotification(notification)) expectTypeOf(notification).toEqualTypeOf<KnownNotification<number | bigint>>();
}

export function knownMethodsTakeTheirParams(): void {
  const built = buildNotification("notifications/progress", { progressToken: "p", progress: 1 });
  expectTypeOf(built.notification).toEqualTypeOf<ProgressNotification>();
  expectTypeOf(built).toExtend<NotificationFrame>();
  expectTypeOf(buildNotification("notifications/tools/list_changed").notification).toEqualTypeOf<
    NotificationOf<"notifications/tools/list_changed">
  >();
  buildNotification("notifications/cancelled");
  buildNotification("notifications/cancelled", null);
  buildNotification("notifications/cancelled", { requestId: 7 });
  buildNotification("notifications/message", { level: "warning", data: null });
  buildNotification("notifications/tasks", {
    taskId: "t",
    createdAt: "",
    lastUpdatedAt: "",
    status: "completed",
    result: {},
  });

  // @ts-expect-error progress needs its params
  buildNotification("notifications/progress");
  // @ts-expect-error and all that belong there
  buildNotification("notifications/progress", { progressToken: "p" });
  // @ts-expect-error of the right type
  buildNotification("notifications/progress", { progressToken: "p", progress: "1" });
  // @ts-expect-error the level is none
  buildNotification("notifications/message", { level: "warn", data: 1 });
  // @ts-expect-error data may be null, and has to be there
  buildNotification("notifications/message", { level: "info" });
  // @ts-expect-error an unknown status
  buildNotification("notifications/tasks", { taskId: "t", createdAt: "", lastUpdatedAt: "", status: "done" });
  // @ts-expect-error a completed task has a result
  buildNotification("notifications/tasks", { taskId: "t", createdAt: "", lastUpdatedAt: "", status: "completed" });
  // @ts-expect-error a uri is text
  buildNotification("notifications/resources/updated", { uri: 5 });
}

export function otherMethodsTakeAny(method: string): void {
  const custom = buildNotification("vendor/thing", { any: ["thing", { deep: null }] });
  expectTypeOf(custom.notification).toEqualTypeOf<CustomNotification>();
  expectTypeOf(custom).toExtend<NotificationFrame>();
  buildNotification("vendor/thing");
  buildNotification(method, { a: 1 });
  // @ts-expect-error params are an object
  buildNotification("vendor/thing", [1]);
  // @ts-expect-error of JSON values
  buildNotification("vendor/thing", { at: new Date() });
}

export async function encodersRefuseOtherFrames(): Promise<void> {
  const writer = new NotificationEncoderStream().writable.getWriter();
  await writer.write(buildNotification("vendor/thing"));
  await writer.write({ type: "error", error: { code: 1, message: "m" } });
  await writer.write({ type: "notification", notification: { method: "notifications/message", params: { any: 1 } } });
  // @ts-expect-error a chunk is of another family
  await writer.write({ type: "chunk", chunk: { type: "user", prompt: "p" } });
  // @ts-expect-error error data has a message
  await writer.write({ type: "error", error: { code: 1 } });
  // @ts-expect-error a message is no frame
  await writer.write(new Uint8Array());
}

expectTypeOf<KnownMethod>().toEqualTypeOf<
  | "notifications/cancelled"
  | "notifications/progress"
  | "notifications/message"
  | "notifications/resources/updated"
  | "notifications/resources/list_changed"
  | "notifications/tools/list_changed"
  | "notifications/prompts/list_changed"
  | "notifications/subscriptions/acknowledged"
  | "notifications/tasks"
>();
