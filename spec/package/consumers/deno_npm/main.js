import * as library from "npm:channel-frames";
import { exercise } from "./exercise/exercise.js";

const bare = await import("channel-frames");
if (bare.FrameError !== library.FrameError) throw new Error("Two copies of the package were loaded");
console.log(await exercise());
