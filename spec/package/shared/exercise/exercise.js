import { checksMade } from "./checks.js";
import { failures } from "./failures.js";
import { notifications } from "./notifications.js";
import { relays } from "./relays.js";
import { runLoops } from "./run_loops.js";

/** Uses the public API as a consumer would. Its answer is the last line that a passing check prints. */
export async function exercise() {
  await notifications();
  await runLoops();
  await relays();
  await failures();
  return `ok: ${checksMade()} checks`;
}
