/** The terminal, as far as there is one. */
export interface Screen {
  /** How wide it is; `undefined` when the output goes elsewhere. */
  readonly columns: number | undefined;
  readonly colour: boolean;
  /** Whether somebody sees what goes to `err`, and would rather know how far it is. */
  readonly progress: boolean;
}

/** What a command is run in: everything it may touch beyond files and sockets. */
export interface CliContext {
  /** Standard output. What it returns settles when there is room for more, and rejects when nobody reads on. */
  readonly out: (data: string | Uint8Array) => Promise<void> | void;
  /** Standard error, for people. */
  readonly err: (text: string) => void;
  /** Standard input. Asked for at most once. */
  readonly input: () => ReadableStream<Uint8Array>;
  readonly screen: Screen;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Ends the command in order: what was recorded is kept, and what was opened is closed. */
  readonly signal: AbortSignal;
  /**
   * Imports the package `ws`, which a user may not have.
   * @default the platform's own import
   */
  readonly importWs?: (() => Promise<unknown>) | undefined;
}
