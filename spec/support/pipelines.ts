import {
  type DecoderInput,
  NotificationDecoderStream,
  type NotificationFrame,
  NotificationGuardedDecoderStream,
  TerminalGuard,
} from "channel-frames";
import type { AnyEnding } from "./subjects.ts";

/** A stage of a pipeline: one of ours, or the platform's own with room for so many chunks on either side. */
export type Link = "decoder" | "guard" | "guarded" | { readonly writable: number; readonly readable: number };

/** A pipeline over a source of messages. */
export interface Pipeline {
  readonly frames: ReadableStream<NotificationFrame>;
  readonly ending: Promise<AnyEnding>;
}

/** How a pipeline may be broken from outside: at its first pipe, or by the option of the first stage of ours. */
export interface Breakers {
  readonly pipeSignal?: AbortSignal | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Builds a pipeline of these stages. One of them has to guard. */
export function pipeline(
  links: readonly Link[],
  source: ReadableStream<DecoderInput>,
  { pipeSignal, signal }: Breakers = {},
): Pipeline {
  let stream: ReadableStream = source;
  let ending: Promise<AnyEnding> | undefined;
  for (const [at, link] of links.entries()) {
    const pipe = at === 0 && pipeSignal ? { signal: pipeSignal } : undefined;
    const options = link === links.find((other) => typeof other === "string") ? { signal } : undefined;
    if (link === "decoder") {
      stream = stream.pipeThrough(new NotificationDecoderStream(options), pipe);
    } else if (typeof link === "object") {
      const room = [{ highWaterMark: link.writable }, { highWaterMark: link.readable }] as const;
      stream = stream.pipeThrough(new TransformStream(undefined, ...room), pipe);
    } else {
      const guard =
        link === "guard"
          ? new TerminalGuard<NotificationFrame>(options)
          : new NotificationGuardedDecoderStream(options);
      stream = stream.pipeThrough<NotificationFrame>(guard, pipe);
      ending = guard.ending;
    }
  }
  if (ending === undefined) throw new TypeError("The pipeline has no guard");
  return { frames: stream, ending };
}
