/** Which messages to send. */
export type Size = "200 B" | "4 KiB";

/** How to send them: the first part of the path that a socket is opened with. */
export type Way = "bare" | "bare-awaiting" | "stream" | "connection" | "backlog" | "bare-backlog";

/** What the sending process is asked to do. */
export interface Order {
  readonly size: Size;
  /** Of all channels together. */
  readonly count: number;
  /** How many channels, if there are any: it waits until the peer has opened so many. */
  readonly channels: number;
  /** Whether to finish them then, so that the next order is for others. */
  readonly finish?: boolean;
}

/** An order on its way. */
export interface Letter {
  readonly id: number;
  /** The socket to send on. */
  readonly path: string;
  readonly order: Order;
}

/** What the sending process says when all is sent. */
export interface Done {
  readonly id: number;
  /** What that took of the processor, in milliseconds. */
  readonly cpu: number;
}

/** What it says first. */
export interface Listening {
  readonly port: number;
}
