/** What `../connection.ts` runs. */
import { measureFairness } from "./fairness.ts";
import { measureInMemory } from "./in_memory.ts";
import { measureMemory } from "./memory.ts";
import { PeerProcess } from "./peer_process.ts";
import { measureStalled } from "./stalled.ts";
import { measureThroughput } from "./throughput.ts";
import { type Goal, judge } from "./verdicts.ts";

const [, , ...parameters] = process.argv;
const isQuick = parameters.includes("--quick");
const repetitions = isQuick ? 3 : 15;
const peer = await PeerProcess.start();

const parts: Readonly<Record<string, () => Promise<readonly Goal[]>>> = {
  small: () => measureThroughput(peer, "200 B", { count: isQuick ? 3000 : 20_000, repetitions }),
  large: () => measureThroughput(peer, "4 KiB", { count: isQuick ? 2000 : 5000, repetitions }),
  memory: () => measureMemory(isQuick ? 1 : 3),
  stalled: () => measureStalled(peer, { each: isQuick ? 300 : 2000, repetitions }),
  fairness: () => measureFairness(peer, { backlog: isQuick ? 20_000 : 100_000, repetitions: isQuick ? 1 : 3 }),
  inMemory: () => measureInMemory({ count: isQuick ? 2000 : 10_000, repetitions }),
};
const chosen = parameters.filter((parameter) => !parameter.startsWith("--"));

console.log(`Node ${process.version}, ${repetitions} repetitions, the sender in a process of its own, over 127.0.0.1`);
const goals: Goal[] = [];
for (const name of chosen.length > 0 ? chosen : Object.keys(parts)) goals.push(...((await parts[name]?.()) ?? []));
peer.stop();
if (judge(goals)) process.exitCode = 1;
process.exit();
