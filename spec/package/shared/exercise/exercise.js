import { asks } from "./asks.js";
import { checksMade } from "./checks.js";
import { connections } from "./connections.js";
import { failures } from "./failures.js";
import { notifications } from "./notifications.js";
import { relays } from "./relays.js";
import { runLoops } from "./run_loops.js";
import { tapes } from "./tapes.js";
import { webSockets } from "./web_sockets.js";

/** Uses the public API as a consumer would. Its answer is the last line that a passing check prints. */
export async function exercise() {
  await notifications();
  await runLoops();
  await relays();
  await failures();
  await webSockets();
  await connections();
  await asks();
  await tapes();
  return `ok: ${checksMade()} checks`;
}
