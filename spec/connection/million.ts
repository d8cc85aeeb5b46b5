// A million messages over 100 channels of one connection, by a real WebSocket, each of them checked:
//   npx tsx spec/connection/million.ts [how many]
import { runLoad } from "./support/load.ts";

const total = Number(process.argv[2] ?? 1_000_000);
const report = await runLoad(total, 100);
const { milliseconds, ...rest } = report;
console.log(`${(milliseconds / 1000).toFixed(1)} s, ${Math.round((total / milliseconds) * 1000)} messages a second`);
console.log(JSON.stringify(rest));
