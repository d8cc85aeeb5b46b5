import type { RecordChannelOptions } from "../../cli/record_channel.ts";
import type { FamilyName } from "../recording.ts";

/** What to record of the channel behind an address, and what to send first. */
export function readLive(
  url: string,
  prompt: string | undefined,
  family: FamilyName | undefined,
  now: number,
): RecordChannelOptions {
  const { protocol, host, pathname } = new URL(url);
  const isRun = prompt !== undefined || /\/agent\/run\/?$/.test(pathname);
  return {
    header: {
      type: "header",
      version: 1,
      family: family ?? (isRun ? "run-loop" : "notifications"),
      // A password or a token in the address is nobody's business.
      carrier: `${protocol}//${host}${pathname}`,
      startedAt: Math.round(now * 1000) / 1000,
      metadata: {},
    },
    request: prompt === undefined ? undefined : new TextEncoder().encode(JSON.stringify({ prompt })),
  };
}
