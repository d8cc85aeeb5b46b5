/** The process that sends: it serves sockets, and does what it is ordered to over its channel to the parent. */
import { WebSocketServer } from "ws";
import { cpuTime } from "./cpu_time.ts";
import type { Done, Letter, Listening, Order, Way } from "./orders.ts";
import { senders } from "./senders.ts";

const tell = (news: Done | Listening): boolean | undefined => process.send?.(news);
const sockets = new Map<string | undefined, (order: Order) => Promise<void>>();

const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
server.on("connection", (socket, { url }) => {
  const [, way] = (url ?? "").split("/");
  sockets.set(url, senders[way as Way](socket));
});
server.on("listening", () => {
  const address = server.address();
  if (typeof address === "object" && address) tell({ port: address.port });
});

process.on("message", async ({ id, path, order }: Letter) => {
  const start = cpuTime();
  await sockets.get(path)?.(order);
  tell({ id, cpu: cpuTime() - start });
});
process.on("disconnect", () => process.exit());
