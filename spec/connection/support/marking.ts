import type { ConnectionOptions } from "channel-frames/connection";
import { authorization } from "./bytes.ts";
import type { RawPeer } from "./raw_peer.ts";

/** The payload of the authorizations by which a test finds out what has been taken. */
const MARK = 0xba;

/** Options with what tells how far a connection has come. */
export interface Marking {
  readonly options: ConnectionOptions;
  /** Fulfils when the connection has taken everything that the peer has sent so far. */
  settled(): Promise<void>;
}

export function marking(peer: RawPeer, options: ConnectionOptions): Marking {
  const reached: (() => void)[] = [];
  return {
    options: {
      ...options,
      onAuthorization(payload) {
        if (payload.length === 1 && payload[0] === MARK) reached.shift()?.();
        else options.onAuthorization?.(payload);
      },
    },
    settled: () =>
      new Promise<void>((resolve) => {
        reached.push(resolve);
        peer.send(authorization([MARK]));
      }),
  };
}
