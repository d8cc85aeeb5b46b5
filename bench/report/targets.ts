import { lastingTargets } from "./lasting_targets.ts";
import { peerTargets } from "./peer_targets.ts";
import { readingTargets } from "./reading_targets.ts";
import type { Target } from "./target.ts";
import { writingTargets } from "./writing_targets.ts";

/** Everything that is promised, in the order of the rows. */
export const targets: readonly Target[] = [
  ...readingTargets,
  ...peerTargets,
  ...writingTargets,
  ...lastingTargets,
].sort((left, right) => Number.parseInt(left.id, 10) - Number.parseInt(right.id, 10));

/** The runtimes that the promises are made for. Others are measured, and not judged. */
export const judged: readonly string[] = ["node20", "node22", "node24", "deno", "bun", "chromium"];
