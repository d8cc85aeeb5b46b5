import { exercise } from "../exercise/exercise.js";

console.log(await exercise());
