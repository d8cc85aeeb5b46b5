import * as v from "valibot";
import type { SyncSchema } from "../frame/standard_schema.ts";
import { checks, isObject, meta, object } from "./schema_parts.ts";
import type { ServerNotification } from "./server_notification.ts";

/**
 * What the reference reads as a notification at all, of whatever method. Every known notification is one; whether its
 * params fit its method is a second question, for `knownSchemas`.
 */
export const notificationSchema: SyncSchema<ServerNotification> = checks(
  object({ method: v.string(), params: v.nullish(object({ _meta: meta })) }),
);

/** The same, written out: what is accepted here, the schema accepts. It cannot say what is wrong. */
export function acceptsNotification(value: unknown): boolean {
  if (!isObject(value) || typeof value.method !== "string") return false;
  const { params } = value;
  return params === undefined || params === null || (isObject(params) && (params._meta ?? null) === null);
}
