import type { JsonObject, JsonValue } from "../frame/json_value.ts";

/** Protocol-level metadata, of any content. */
export type Meta<N = number> = JsonObject<N> | null;

/** What all params may carry. */
export interface NotificationParams<N = number> {
  readonly _meta?: Meta<N> | undefined;
}

/** What names a request or a progress: a string, or an integer of 64 bits. */
export type Token<N = number> = string | N;

/** A request of the client's is given up. */
export interface CancelledNotification<N = number> {
  readonly method: "notifications/cancelled";
  readonly params?:
    | (NotificationParams<N> & {
        readonly requestId?: Token<N> | null | undefined;
        readonly reason?: string | null | undefined;
      })
    | null
    | undefined;
}

/** Progress of the request that carried the token. */
export interface ProgressNotification<N = number> {
  readonly method: "notifications/progress";
  readonly params: NotificationParams<N> & {
    readonly progressToken: Token<N>;
    readonly progress: N;
    readonly total?: N | null | undefined;
    readonly message?: string | null | undefined;
  };
}

/** How grave a log message is: the levels of RFC 5424. */
export type LoggingLevel = "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

/** A log message of the server's. */
export interface LoggingMessageNotification<N = number> {
  readonly method: "notifications/message";
  readonly params: NotificationParams<N> & {
    readonly level: LoggingLevel;
    readonly logger?: string | null | undefined;
    /** Whatever the server logs; `null` is a value like any other. */
    readonly data: JsonValue<N>;
  };
}

/** A resource that the client subscribed to has changed. */
export interface ResourceUpdatedNotification<N = number> {
  readonly method: "notifications/resources/updated";
  readonly params: NotificationParams<N> & { readonly uri: string };
}

/** The list of resources has changed. */
export interface ResourceListChangedNotification<N = number> {
  readonly method: "notifications/resources/list_changed";
  readonly params?: NotificationParams<N> | null | undefined;
}

/** The list of tools has changed. */
export interface ToolListChangedNotification<N = number> {
  readonly method: "notifications/tools/list_changed";
  readonly params?: NotificationParams<N> | null | undefined;
}

/** The list of prompts has changed. */
export interface PromptListChangedNotification<N = number> {
  readonly method: "notifications/prompts/list_changed";
  readonly params?: NotificationParams<N> | null | undefined;
}

/** What a subscription covers. */
export interface SubscriptionFilter {
  readonly toolsListChanged?: boolean | null | undefined;
  readonly promptsListChanged?: boolean | null | undefined;
  readonly resourcesListChanged?: boolean | null | undefined;
  readonly resourceSubscriptions?: readonly string[] | null | undefined;
}

/** The server has taken a subscription up. */
export interface SubscriptionsAcknowledgedNotification<N = number> {
  readonly method: "notifications/subscriptions/acknowledged";
  readonly params: NotificationParams<N> & { readonly notifications: SubscriptionFilter };
}

/** A request that a task waits for. */
export interface InputRequest<N = number> {
  readonly method: "elicitation/create" | "roots/list" | "sampling/createMessage";
  readonly params?: JsonObject<N> | null | undefined;
}

/** What a task notification says whatever the status. */
export interface TaskParams<N = number> extends NotificationParams<N> {
  readonly taskId: string;
  readonly statusMessage?: string | null | undefined;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly ttlMs?: N | null | undefined;
  readonly pollIntervalMs?: N | null | undefined;
}

/** The status of a task, and what belongs to it. */
export type TaskStatus<N = number> =
  | { readonly status: "working" | "cancelled" }
  | { readonly status: "completed"; readonly result: JsonObject<N> }
  | { readonly status: "failed"; readonly error: JsonObject<N> }
  | { readonly status: "input_required"; readonly inputRequests: { readonly [key: string]: InputRequest<N> } };

/** News of a task. */
export interface TaskStatusNotification<N = number> {
  readonly method: "notifications/tasks";
  readonly params: TaskParams<N> & TaskStatus<N>;
}

/** The notifications whose params the protocol defines. A `switch` on `method` narrows to exactly one. */
export type KnownNotification<N = number> =
  | CancelledNotification<N>
  | ProgressNotification<N>
  | LoggingMessageNotification<N>
  | ResourceUpdatedNotification<N>
  | ResourceListChangedNotification<N>
  | ToolListChangedNotification<N>
  | PromptListChangedNotification<N>
  | SubscriptionsAcknowledgedNotification<N>
  | TaskStatusNotification<N>;

/** The methods of those. */
export type KnownMethod = KnownNotification["method"];

/** The known notification of a method. */
export type NotificationOf<M extends KnownMethod, N = number> = Extract<KnownNotification<N>, { readonly method: M }>;

/**
 * Any other notification: of a method that the protocol does not define, or of one that it does, with params that do
 * not fit it.
 */
export interface CustomNotification<N = number> {
  readonly method: string;
  readonly params?: JsonObject<N> | null | undefined;
}

/** What an MCP server sends on its own account, exactly as it was sent. See `isKnownNotification`. */
export type ServerNotification<N = number> = KnownNotification<N> | CustomNotification<N>;
