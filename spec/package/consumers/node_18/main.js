import { exercise } from "./exercise/exercise.js";
import { overTheNetwork } from "./over_the_network.js";

if (!process.version.startsWith("v18.")) throw new Error(`This is Node ${process.version}`);

// It must be the built files that run.
for (const [name, file] of [
  ["channel-frames", "mod"],
  ["channel-frames/websocket", "websocket/mod"],
  ["channel-frames/connection", "connection/mod"],
  ["channel-frames/proxy", "proxy/mod"],
  ["channel-frames/tape", "tape/mod"],
]) {
  const entry = (await import.meta.resolve?.(name)) ?? "";
  if (!entry.endsWith(`/node_modules/channel-frames/dist/${file}.js`)) throw new Error(`This is ${entry}`);
}

await overTheNetwork();
console.log(await exercise());
