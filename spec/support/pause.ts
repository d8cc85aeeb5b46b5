/** Waits that long. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Lets everything happen that can happen without time going by. */
export async function turn(): Promise<void> {
  // Node's pipes take a turn of the event loop at times, not only microtasks.
  for (let round = 0; round < 3; round++) await new Promise((resolve) => setImmediate(resolve));
}
