/** One browser with one page, as the tests drive it. */
export interface PageDriver {
  readonly name: string;
  goto(url: string): Promise<void>;
  /** @param expression of JavaScript, evaluated in the page; a promise is awaited */
  evaluate(expression: string): Promise<unknown>;
  /** Presses a key, by its name as in `KeyboardEvent.key`. */
  press(key: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** What the system of the person prefers. @returns false if it cannot be set */
  prefer(scheme: "light" | "dark"): Promise<boolean>;
  /** A picture of what is seen, in PNG. */
  screenshot(): Promise<Uint8Array>;
  /** What the page has logged as an error, or not caught, since the last time this was asked. */
  errors(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** How to start a browser. */
export interface BrowserMaker {
  readonly name: string;
  /** The Debian packages that bring it. */
  readonly packages: readonly string[];
  /** Where it may be. All of a list are needed. */
  readonly files: readonly string[];
  start(): Promise<PageDriver>;
}
