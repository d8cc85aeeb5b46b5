/**
 * Lets proxies and servers live with whatever may happen to them, and judges what was lost:
 * `npx tsx spec/proxy/soak.ts --minutes 10`
 */
import { parseArgs } from "node:util";
import { type Mishap, mishaps, settle } from "./support/chaos.ts";
import { judge, type Losses } from "./support/judge.ts";
import { World } from "./support/world.ts";

/** How many worlds there are at a time, and how many mishaps each sees before it is judged. */
const WORLDS = 4;
const MISHAPS = 600;

/** Everything once, and often what there has to be for anything to be lost. */
const chances: readonly Mishap[] = [
  ...Object.keys(mishaps).filter((name): name is Mishap => name in mishaps),
  ...Array<Mishap>(6).fill("wait longer"),
  ...Array<Mishap>(4).fill("say 200"),
  ...Array<Mishap>(4).fill("say 9"),
  ...Array<Mishap>(3).fill("ask"),
  ...Array<Mishap>(3).fill("serve"),
  ...Array<Mishap>(3).fill("read fast"),
];

const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
const until = Date.now() + Number(values.minutes) * 60_000;
const total: Record<string, number> = { worlds: 0, mishaps: 0 };
const faults: string[] = [];
process.on("unhandledRejection", (reason) => faults.push(`unhandled: ${String(reason)}`));

const add = (name: string, count: number): void => {
  total[name] = (total[name] ?? 0) + count;
};

function count({ gaps, ...losses }: Losses): void {
  for (const [name, value] of Object.entries(losses)) add(name, value);
  for (const [kind, value] of Object.entries(gaps)) add(`gaps, ${kind}`, value);
}

async function live(): Promise<void> {
  while (Date.now() < until && faults.length === 0) {
    const world = await World.start();
    await world.ask();
    let mishap = 0;
    for (; mishap < MISHAPS && Date.now() < until; mishap++) {
      const name = chances[Math.floor(Math.random() * chances.length)];
      if (name) await mishaps[name](world);
    }
    await settle(world);
    const judgement = await judge(world);
    faults.push(...judgement.faults, ...(await world.end()).map((left) => `left over: ${left}`));
    count(judgement.losses);
    add("worlds", 1);
    add("mishaps", mishap);
    add("connections", world.connections);
  }
}

const report = setInterval(() => {
  const megabytes = Math.round(process.memoryUsage().heapUsed / 2 ** 20);
  console.log(`${Math.round((until - Date.now()) / 1000)} s left, heap ${megabytes} MB, ${JSON.stringify(total)}`);
}, 30_000);
await Promise.all(Array.from({ length: WORLDS }, live));
clearInterval(report);
console.log(total);
await new Promise((resolve) => setTimeout(resolve, 100));
// A timer or socket that is left over keeps the process from ending, or shows here.
console.log(
  "still open:",
  process.getActiveResourcesInfo().filter((name) => !/^TTY|Pipe/.test(name)),
);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
