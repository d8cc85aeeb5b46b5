import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import type { Parameters } from "../../suite/served/parameters.ts";
import type { Sight } from "../../suite/served/seen.ts";

/** A client that asks for a WebSocket. */
export interface Visit {
  readonly url: URL;
  readonly parameters: Parameters;
  readonly sight: Sight;
  /** The connection underneath, for what no WebSocket would do. */
  readonly wire: Socket;
  /** Answers the upgrade. */
  accept(): WebSocket;
}

/** What the server does with a client. */
export type Behaviour = (visit: Visit) => void | Promise<void>;
