import type { CoalescedChunk, Ending, NotificationFrame, RunLoopFrame, UsageTotal } from "../mod.ts";
import type { Gap } from "../proxy/mod.ts";

/** What can happen while a channel, or a subscription, is read. */
export type Happening =
  | { readonly kind: "scene"; readonly title: string; readonly path: string }
  /** A channel of a connection was opened. */
  | { readonly kind: "asked"; readonly what: string }
  /** Somebody does something that concerns who reads. */
  | { readonly kind: "step"; readonly who: string; readonly what: string }
  | { readonly kind: "frame"; readonly frame: NotificationFrame | RunLoopFrame }
  /** A path of a subscription has ended, and the next is open. */
  | { readonly kind: "gap"; readonly gap: Gap }
  /** A chunk of a run loop whose fragments have been put together; each was a frame before. */
  | { readonly kind: "chunk"; readonly chunk: CoalescedChunk }
  | { readonly kind: "usage"; readonly usage: UsageTotal }
  /** What the reader's loop threw. */
  | { readonly kind: "thrown"; readonly error: unknown }
  | { readonly kind: "ending"; readonly ending: Ending<NotificationFrame> | Ending<RunLoopFrame> }
  /** The last event. `missing` is what the real server was expected to send and did not. */
  | { readonly kind: "summary"; readonly endings: readonly string[]; readonly missing: readonly string[] };

/**
 * Something that happened, in which scene, how many milliseconds after the start, and, where a scene has several
 * channels, on which.
 */
export type DemoEvent = { readonly scene: string; readonly ms: number; readonly channel?: number } & Happening;

/** Takes the events of the whole demo in their order. */
export type Printer = (event: DemoEvent) => void;

/** Takes what happens in one scene, and on which of its channels if it has several. */
export type Emit = (happening: Happening, channel?: number) => void;
