import { forBoth, type Target } from "./target.ts";

/** Rows 5, 6 and 7: to check, to write, and to pass on. The aim of row 6 is that of buffers that messages share. */
export const writingTargets: readonly Target[] = [
  ...forBoth("5", {
    part: "validate",
    name: "validating a valid message / JSON.parse",
    must: 0.25,
    mustIn: { bun: 0.4 },
    aim: 0.08,
  }),
  ...forBoth("6", {
    part: "encode",
    name: "encodeFrame / stringify, encode, copy",
    must: 0.9,
    mustIn: { bun: 1.05 },
    aim: 0.6,
  }),
  ...forBoth("7, identity", { part: "relay", name: "MessageGuard / identity stage", must: 1.1, aim: 0.8 }),
  ...forBoth("7, chain", { part: "relay", name: "MessageGuard / decode, guard, encode", must: 0.25, aim: 0.07 }),
];
