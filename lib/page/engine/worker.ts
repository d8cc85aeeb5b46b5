import type { Request } from "../wire.ts";
import { Engine } from "./engine.ts";

const engine = new Engine((report) => postMessage(report));

addEventListener("message", ({ data }: MessageEvent<Request>) => void engine.take(data));
