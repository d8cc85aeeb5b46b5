/** What a standing subscription is doing. */
export type StandingState = "asking" | "open" | "waiting";
