import { WebSocket } from "ws";
import { type AnyFrame, type Ending, type FrameFamily, readFrames } from "../../../lib/mod.ts";
import type { RunningProxy } from "../../../lib/proxy/running_proxy.ts";
import { connect } from "../../../lib/websocket/connect.ts";
import { collect } from "./collect.ts";

/** A stream of these frames, which breaks at an error. */
export function streamOf<F extends object>(...items: readonly (F | Error)[]): ReadableStream<F> {
  const left = [...items];
  return new ReadableStream<F>(
    {
      pull(controller) {
        const next = left.shift();
        if (next instanceof Error) controller.error(next);
        else if (next) controller.enqueue(next);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** What a reader got. */
export interface Outcome {
  readonly frames: readonly object[];
  readonly ending: Ending<AnyFrame>;
}

/** Opens a path of a proxy, and reads it to its end. */
export async function readPath<F extends AnyFrame>(
  proxy: RunningProxy,
  path: string,
  family: FrameFamily<F, AnyFrame>,
  request?: string | Uint8Array,
): Promise<Outcome> {
  const { readable, writable } = connect(proxy.url + path, { WebSocket });
  if (request !== undefined) {
    const bytes = typeof request === "string" ? new TextEncoder().encode(request) : request;
    writable
      .getWriter()
      .write(bytes)
      .catch(() => {});
  }
  const frames = readFrames(readable, family, { unserved: "close" });
  const { chunks, over } = collect(frames);
  await over;
  return { frames: chunks, ending: await frames.ending };
}

/** What handlers fail with. */
export const boom = new Error("boom");
