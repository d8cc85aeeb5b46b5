import { isKnownNotification, isServerNotification, notificationFrames, runLoopFrames } from "../../lib/mod.ts";
import { type Cost, compare, costsOf, type Figure } from "../figure.ts";
import { parse } from "../hand/unchecked.ts";
import { type Case, timeInTurn } from "../measure.ts";
import { cbor, messagePack } from "../peers/binary_formats.ts";
import type { Peer } from "../peers/peer.ts";
import { aiSdk, connect, mcpSdk } from "../peers/protocols.ts";
import { eventSourceParser, ndjson, standardLines } from "../peers/text_formats.ts";
import { chunks, notifications } from "../workloads.ts";
import type { Part } from "./part.ts";
import { waysToRead } from "./ways_to_read.ts";

const forChunks: readonly Peer[] = [eventSourceParser, aiSdk, ndjson, standardLines, cbor, messagePack, connect];

/** Row 4: how many times longer others take that bring the same values, each in its own format. */
export const peersPart: Part = async ({ amounts: { messages: count, repetitions }, clock }) => {
  const figures: Figure[] = [];
  const costs: Cost[] = [];
  const measure = async (workload: string, values: readonly object[], ours: Case, peers: readonly Peer[]) => {
    const cases = Object.fromEntries(peers.map((peer) => [peer.name, peer.over(values)]));
    const times = await timeInTurn({ readFrames: ours, ...cases }, { count, repetitions, clock: clock.now });
    figures.push(...peers.map(({ name }) => compare(`4, ${name}`, times, name, "readFrames")));
    costs.push(...costsOf(times, workload, count));
  };

  const { messages } = chunks();
  await measure("B", messages.map(parse), waysToRead(messages, runLoopFrames).readFrames, forChunks);
  const known = notifications().messages.filter((message) => {
    const value = parse(message);
    return isServerNotification(value) && isKnownNotification(value);
  });
  await measure("known A", known.map(parse), waysToRead(known, notificationFrames).readFrames, [mcpSdk]);
  return { figures, costs };
};
