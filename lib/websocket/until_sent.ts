/** Between looks, in milliseconds. No event tells when `bufferedAmount` falls. */
const FIRST_LOOK = 1;
const LONGEST_LOOK = 32;

/**
 * Waits until at most so many bytes are unsent.
 *
 * @param patience how long to wait without any progress, in milliseconds; for ever if it is left out
 */
export function untilSent(unsent: () => number, most: number, patience?: number): Promise<void> {
  return new Promise((resolve) => {
    const look = (pause: number, before: number, since: number): void => {
      const now = unsent();
      const idle = now < before ? 0 : since + pause;
      if (now <= most || idle >= (patience ?? Number.POSITIVE_INFINITY)) resolve();
      else setTimeout(look, pause, Math.min(pause * 2, LONGEST_LOOK), now, idle);
    };
    look(FIRST_LOOK, Number.POSITIVE_INFINITY, 0);
  });
}
