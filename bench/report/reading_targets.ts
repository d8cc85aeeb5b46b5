import { forBoth, type Target } from "./target.ts";

/** Rows 1, 2, 3 and 8: to read a channel. */
export const readingTargets: readonly Target[] = [
  ...forBoth("1", {
    part: "decode",
    name: "iterating readFrames / H1",
    must: 1.15,
    mustIn: { chromium: 1.4 },
    aim: 1,
    aimOfB: 0.8,
  }),
  ...forBoth("2", { part: "decode", name: "GuardedDecoderStream / H2", must: 1, aim: 0.8 }),
  ...forBoth("3, one stage", { part: "decode", name: "GuardedDecoderStream / H3", must: 0.6, aim: 0.4 }),
  ...forBoth("3, two stages", {
    part: "decode",
    name: "FrameDecoderStream, TerminalGuard / H3",
    must: 1,
    aim: 0.8,
  }),
  { id: "8, readFrames", part: "large", name: "iterating readFrames / H1, C", must: 1.1, aim: 1 },
  { id: "8, one stage", part: "large", name: "GuardedDecoderStream / H1, C", must: 1.1, aim: 1 },
  { id: "8, two stages", part: "large", name: "FrameDecoderStream, TerminalGuard / H1, C", must: 1.1, aim: 1 },
];
