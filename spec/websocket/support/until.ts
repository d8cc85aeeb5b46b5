import { pause } from "../../support/pause.ts";

/** Waits for what has to come sooner or later. If it does not, the test times out. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(2);
}
