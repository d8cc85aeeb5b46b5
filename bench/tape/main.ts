/** What `../tape.ts` runs. */
import { type Goal, judge } from "../connection/verdicts.ts";
import { measureFormats } from "./formats.ts";
import { measureInMemory } from "./in_memory.ts";
import { measureMemory } from "./memory.ts";
import { measureOverSocket } from "./over_socket.ts";

const [, , ...parameters] = process.argv;
const isQuick = parameters.includes("--quick");
const repetitions = isQuick ? 3 : 15;

const parts: Readonly<Record<string, () => Promise<readonly Goal[]>>> = {
  socket: () => measureOverSocket({ count: isQuick ? 3000 : 20_000, repetitions }),
  inMemory: () => measureInMemory({ count: isQuick ? 3000 : 10_000, repetitions }),
  formats: () => measureFormats({ count: isQuick ? 3000 : 10_000, repetitions }),
  memory: () => measureMemory(isQuick ? 20_000 : 200_000),
};
const chosen = parameters.filter((parameter) => !parameter.startsWith("--"));

console.log(`Node ${process.version}, ${repetitions} repetitions`);
const goals: Goal[] = [];
for (const name of chosen.length > 0 ? chosen : Object.keys(parts)) goals.push(...((await parts[name]?.()) ?? []));
if (judge(goals)) process.exitCode = 1;
process.exit();
