/** Waits so many milliseconds, or rejects with the signal's reason as soon as that fires. */
export function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const abandon = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abandon);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", abandon);
  });
}
