/** The entry points, as package.json names them. */
export type EntryPath = "." | "./websocket" | "./connection" | "./proxy" | "./tape";

/** What a user may import, and what that may cost. */
export interface Entry {
  readonly name: string;
  /** The names it takes of the entry point, or `*`. */
  readonly imports: readonly string[];
  /**
   * The entry point.
   * @default "."
   */
  readonly from?: EntryPath;
  /** The most that its bundle may take, minified and gzipped, with whatever it needs of the schema library. */
  readonly bytes: number;
  /** A package that must not be in it. */
  readonly forbidden?: string;
}

/** The one list of budgets: `npm run size`, the table in the README and its test all go by it. */
export const entries: readonly Entry[] = [
  { name: "guard alone", imports: ["TerminalGuard"], bytes: 1_200, forbidden: "valibot" },
  { name: "relay of raw messages with the guard", imports: ["MessageGuard"], bytes: 2_000, forbidden: "valibot" },
  {
    name: "raw frames, guarded, and back",
    imports: ["GuardedDecoderStream", "FrameEncoderStream", "rawFrames"],
    bytes: 2_400,
    forbidden: "valibot",
  },
  { name: "reader of a notification channel", imports: ["NotificationDecoderStream", "TerminalGuard"], bytes: 8_000 },
  { name: "the same without a pipe", imports: ["readFrames", "notificationFrames"], bytes: 8_000 },
  {
    name: "writer of a notification channel",
    imports: ["NotificationEncoderStream", "buildNotification"],
    bytes: 8_000,
  },
  { name: "reader of a run loop", imports: ["RunLoopGuardedDecoderStream"], bytes: 9_000 },
  {
    name: "the same with whole chunks",
    imports: ["RunLoopGuardedDecoderStream", "CoalescedChunksStream"],
    bytes: 10_000,
  },
  { name: "everything", imports: ["*"], bytes: 13_500 },
  {
    name: "a WebSocket as streams",
    imports: ["webSocketMessages"],
    from: "./websocket",
    bytes: 4_200,
    forbidden: "valibot",
  },
  {
    name: "client of a connection",
    imports: ["ClientConnection"],
    from: "./connection",
    bytes: 5_200,
    forbidden: "valibot",
  },
  {
    name: "server of a connection",
    imports: ["ServerConnection"],
    from: "./connection",
    bytes: 5_200,
    forbidden: "valibot",
  },
  {
    name: "envelopes and no connection",
    imports: ["decodeEnvelope", "encodeEnvelope"],
    from: "./connection",
    bytes: 1_200,
    forbidden: "valibot",
  },
  { name: "a subscription for life", imports: ["AskChannel", "StandingSubscription"], from: "./proxy", bytes: 11_000 },
  { name: "recorder", imports: ["TapeRecorder"], from: "./tape", bytes: 8_500, forbidden: "valibot" },
  { name: "replay", imports: ["replay"], from: "./tape", bytes: 10_000, forbidden: "valibot" },
];
