/** How a WebSocket came to its end. */
export interface SocketClose {
  /** The close code, as the platform gave it; `undefined` if it gave none. */
  readonly code: number | undefined;
  /** The peer's words, at most 123 bytes; often empty. */
  readonly reason: string;
  /** Whether the peer's close frame came: the closing handshake, with whatever code. */
  readonly clean: boolean;
  /** Who wanted it closed first. */
  readonly by: "peer" | "local";
}

/**
 * The code by which this library closes a socket that it must break off where the platform cannot: no browser lets a
 * program drop a connection without a closing handshake. As 1006 says it on no wire, 4006 says it there: what was sent
 * is not complete. A peer that does not know it takes it for a finish.
 */
export const CUT_CODE = 4006;

/** What platforms report for want of a close frame, and no peer may send. */
const withoutCloseFrame: ReadonlySet<number> = new Set([0, 1006, 1015]);

/**
 * Whether a close event tells of a close frame. By `wasClean`, or else by the code: React Native does not set
 * `wasClean`, and a socket that dies after the peer's close frame has nothing left to lose. So 1005 (a close frame
 * without a code) is clean, and so are 1001, 1011 and all of 3000 to 4999: the code is for people, and the closing
 * handshake is what the protocol calls the end.
 */
export function isClean(code: number | undefined, wasClean: boolean | undefined): boolean {
  return wasClean === true || (typeof code === "number" && !withoutCloseFrame.has(code));
}

/**
 * Whether the close is the peer's finish. It is not if this side closed first: what the peer was about to send is lost
 * then, in most runtimes, and its answer to our close frame says nothing of its sequence.
 */
export function isFinish({ clean, by, code }: SocketClose): boolean {
  return clean && by === "peer" && code !== CUT_CODE;
}
