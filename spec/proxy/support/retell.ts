import type { NotificationFrame } from "channel-frames";
import type { Gap } from "channel-frames/proxy";

/** What a subscription brought, in few words: `"0.3"` is the fourth notification of the first source. */
export function retell(item: NotificationFrame | Gap): string {
  if (item.type === "gap") return `gap: ${item.ending.kind} ${item.ending.frames}`;
  if (item.type === "error") return item.error.message;
  const { params } = item.notification;
  return `${Reflect.get(Object(params), "progressToken")}.${Reflect.get(Object(params), "progress")}`;
}
