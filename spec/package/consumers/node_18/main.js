import { exercise } from "./exercise/exercise.js";

if (!process.version.startsWith("v18.")) throw new Error(`This is Node ${process.version}`);

// It must be the built files that run.
const entry = await import.meta.resolve?.("channel-frames");
if (!/\/node_modules\/channel-frames\/dist\/mod\.js$/.test(entry ?? "")) throw new Error(`This is ${entry}`);

console.log(await exercise());
