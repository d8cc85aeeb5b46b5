import { exercise } from "./exercise/exercise.js";

// Unbuilt: it is the TypeScript itself that runs.
const entry = import.meta.resolve("channel-frames");
if (!entry.endsWith("/checkout/lib/mod.ts")) throw new Error(`This is ${entry}`);
console.log(await exercise());
