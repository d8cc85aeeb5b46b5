import type { Target } from "./target.ts";

/** Rows 9 to 12: long streams, many channels, short ones, and many fragments. */
export const lastingTargets: readonly Target[] = [
  { id: "9, cost, readFrames", part: "growth", name: "readFrames, at 1 M / at 10 k", must: 1.2, aim: 1.1 },
  { id: "9, cost, one stage", part: "growth", name: "GuardedDecoderStream, at 1 M / at 10 k", must: 1.2, aim: 1.1 },
  { id: "9, heap, readFrames", part: "memory", name: "readFrames, heap over 5 M", must: 1, aim: 0.3, unit: "MB" },
  {
    id: "9, heap, one stage",
    part: "memory",
    name: "GuardedDecoderStream, heap over 5 M",
    must: 1,
    aim: 0.3,
    unit: "MB",
  },
  {
    id: "10",
    part: "channels",
    name: "readFrames / identity stage, 1,000 channels of 20",
    must: 0.6,
    mustIn: { bun: 0.8 },
    aim: 0.35,
  },
  { id: "11, one stage", part: "open", name: "GuardedDecoderStream / identity stage, one message", must: 1.25, aim: 1 },
  { id: "11, readFrames", part: "open", name: "readFrames / identity stage, one message", must: 0.8, aim: 0.4 },
  { id: "12, coalesce", part: "coalesce", name: "coalesce, 100 calls / 1 call", must: 1.5, aim: 1.2 },
  { id: "12, stream", part: "coalesce", name: "CoalescedChunksStream, 100 calls / 1 call", must: 1.5, aim: 1.2 },
];
