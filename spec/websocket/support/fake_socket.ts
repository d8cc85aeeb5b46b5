/** What an end tells. */
export interface FakeClose {
  readonly code?: number;
  readonly reason?: string;
  readonly wasClean?: boolean;
}

/**
 * A socket by the standard's interface and no more, which does nothing by itself: the test makes its events, and sees
 * what it is told.
 */
export class FakeSocket extends EventTarget {
  binaryType = "blob";
  readyState = 0;
  bufferedAmount: number | undefined;
  readonly sent: unknown[] = [];
  readonly closes: (readonly [code: number | undefined, reason: string | undefined])[] = [];

  /** One that is open already. */
  static opened(): FakeSocket {
    const socket = new FakeSocket();
    socket.readyState = 1;
    return socket;
  }

  send(message: unknown): void {
    if (this.readyState === 0) throw new DOMException("Still in CONNECTING state", "InvalidStateError");
    // As the standard has it, nothing is said of what is sent too late.
    if (this.readyState === 1) this.sent.push(message);
  }

  close(code?: number, reason?: string): void {
    this.closes.push([code, reason]);
    if (this.readyState < 2) this.readyState = 2;
  }

  open(): void {
    if (this.readyState === 0) this.readyState = 1;
    this.#tell("open");
  }

  message(data: unknown): void {
    this.#tell("message", { data });
  }

  error(details: { readonly error?: unknown; readonly message?: string } = {}): void {
    this.#tell("error", details);
  }

  end(details: FakeClose): void {
    this.readyState = 3;
    this.#tell("close", details);
  }

  #tell(type: string, details: object = {}): void {
    this.dispatchEvent(Object.assign(new Event(type), details));
  }
}
