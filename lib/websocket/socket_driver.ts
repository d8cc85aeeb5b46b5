/** What a socket, of any make, can be made to do. */
export interface SocketDriver {
  /** Sends one binary message. @returns a promise if the next had better wait for it. May throw. */
  send(message: Uint8Array<ArrayBuffer>): Promise<void> | undefined;
  /** How many bytes it holds that are not sent yet. */
  unsent(): number;
  /** Whether the closing handshake has begun, or the connection is down already. */
  isClosing(): boolean;
  /** Begins the closing handshake, or gives up a connection that is not open yet. */
  close(code: number, reason: string): void;
  /** Drops the connection with no closing handshake. Missing where the platform cannot. */
  readonly terminate?: (() => void) | undefined;
  /** Brings views on the memory that the socket reads into, from now on. Missing where each message has its own. */
  readonly share?: (() => void) | undefined;
  /** Stops reading from the network. Missing where the platform cannot. */
  readonly pause?: (() => void) | undefined;
  readonly resume?: (() => void) | undefined;
}

/** The end, as far as the platform tells. */
export interface SocketEnd {
  readonly code?: number | undefined;
  readonly reason?: string | undefined;
  readonly wasClean?: boolean | undefined;
  readonly cause?: unknown;
}

/** What a driver tells. After `ended` nothing counts any more. */
export interface SocketListener {
  opened(): void;
  message(message: Uint8Array<ArrayBuffer>): void;
  text(text: string): void;
  /** It brought something that it must not, or that cannot be read. */
  failed(cause: unknown): void;
  ended(end: SocketEnd): void;
}
