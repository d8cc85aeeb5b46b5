import type { Target } from "./target.ts";

const inChromium = { chromium: 1.5 };

/** Row 4: how many times longer others take. */
export const peerTargets: readonly Target[] = [
  target("eventsource-parser, JSON.parse"),
  target("AI SDK parseJsonEventStream"),
  target("ndjson by hand"),
  target("std TextLineStream, JSON.parse"),
  target("cbor-x decodeIter"),
  { ...target("@msgpack/msgpack decodeMultiStream"), mustIn: inChromium },
  { ...target("connect envelopes"), mustIn: inChromium },
  target("MCP SDK ServerNotificationSchema", "A"),
];

function target(peer: string, workload = "B"): Target {
  const name = `${peer} / readFrames, ${workload}`;
  return { id: `4, ${peer}`, part: "peers", name, must: 2, aim: 3, sense: "least" };
}
