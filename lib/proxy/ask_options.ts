/** Options of an {@link AskChannel}. */
export interface AskChannelOptions {
  /**
   * How many asks may wait for their answer, those held for the next connection among them.
   * @default 1024
   */
  readonly maxAsks?: number | undefined;
}

/** Options of everything that waits for the server. */
export interface AskOptions {
  /** Gives it up. An ask that was sent cannot be called back: whoever comes to answer it is told that it is unknown. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of {@link AskChannel.ask}. */
export interface AnnouncedAskOptions extends AskOptions {
  /** Told when the ask is sent, and on which connection, by its number. */
  readonly onAnnounced?: ((connection: number) => void) | undefined;
}

/** Options of {@link AskChannel.untilConnected}. */
export interface UntilConnectedOptions extends AskOptions {
  /** Which connection is not enough, by its number, nor any before it. */
  readonly after?: number | undefined;
}
