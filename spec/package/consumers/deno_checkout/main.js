import { exercise } from "./exercise/exercise.js";

// Unbuilt: it is the TypeScript itself that runs.
for (const [name, file] of [
  ["channel-frames", "mod"],
  ["channel-frames/websocket", "websocket/mod"],
  ["channel-frames/connection", "connection/mod"],
  ["channel-frames/proxy", "proxy/mod"],
  ["channel-frames/tape", "tape/mod"],
]) {
  const entry = import.meta.resolve(name);
  if (!entry.endsWith(`/checkout/lib/${file}.ts`)) throw new Error(`This is ${entry}`);
}
console.log(await exercise());
