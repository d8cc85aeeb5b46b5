/** What times are taken by. Only what is taken by the same one compares. */
export interface Clock {
  /** The time of the processors that this process had, whoever else had them; or that of the wall, where none tells it. */
  readonly kind: "processor" | "wall";
  /** In milliseconds. */
  readonly now: () => number;
}

/** The best clock of this runtime: other programs on the machine disturb the wall's. */
export function findClock(): Clock {
  const { process } = globalThis;
  if (typeof process?.cpuUsage !== "function") return { kind: "wall", now: () => performance.now() };
  return {
    kind: "processor",
    now() {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
  };
}
