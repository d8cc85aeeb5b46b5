/** What may happen to a socket, and what its reader may do. */
export type Step =
  | { readonly kind: "message"; readonly n: number }
  | { readonly kind: "close"; readonly clean: boolean }
  /** `wait` is the time that a close event has after an error. */
  | { readonly kind: "open" | "text" | "error" | "wait" | "read" | "cancel" };

/** What has to be observed. */
export interface Expected {
  /** What each read gives. */
  readonly reads: readonly (number | "done" | "cut" | "pending")[];
  readonly closed: { readonly clean: boolean; readonly by: "peer" | "local" } | "pending";
  readonly opened: "fulfilled" | "cut" | "pending";
  /** How often the socket is told to close. */
  readonly closes: number;
}

/** What the design says of a socket that cannot be paused, as plainly as can be. */
export function expectedOf(steps: readonly Step[]): Expected {
  const messages: number[] = [];
  let end: "done" | "cut" | undefined;
  let failing = false;
  let [reads, cancelledAt] = [0, Number.POSITIVE_INFINITY];
  let closed: Expected["closed"] = "pending";
  let opened: Expected["opened"] = "pending";
  let closes = 0;

  for (const step of steps) {
    const isCancelled = cancelledAt < Number.POSITIVE_INFINITY;
    const clean = step.kind === "close" && step.clean;
    if (step.kind === "read") reads++;
    // A stream whose reader has got to its end cannot be cancelled any more.
    if (step.kind === "cancel" && !isCancelled && !(end && reads >= messages.length)) {
      cancelledAt = reads;
      if (!end) closes++;
    }
    if (end) continue;
    if (step.kind === "open" && opened === "pending") opened = "fulfilled";
    if (step.kind === "message" && !isCancelled) messages.push(step.n);
    if (step.kind === "error") failing = true;
    if (step.kind === "close" || (step.kind === "wait" && failing)) {
      // What is given up without a close event is closed.
      if (step.kind === "wait" && closes === 0) closes++;
      end = clean ? "done" : "cut";
      closed = { clean, by: isCancelled ? "local" : "peer" };
      if (opened === "pending") opened = "cut";
    }
  }

  const isCancelled = cancelledAt < Number.POSITIVE_INFINITY;
  return {
    reads: Array.from({ length: reads }, (_, index) => {
      const message = index < cancelledAt ? messages[index] : undefined;
      return message ?? (isCancelled ? "done" : (end ?? "pending"));
    }),
    closed,
    opened,
    closes,
  };
}
