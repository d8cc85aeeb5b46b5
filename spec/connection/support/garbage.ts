import type { ConnectionStats, Role } from "channel-frames/connection";
import { channelFinish, channelRequest, channelResponse, raw, request, response, responseFinish } from "./bytes.ts";

/** What is open in a conversation, as far as the peer knows for sure. */
export interface OpenNumbers {
  readonly scopes: ReadonlySet<number>;
  /** Channels that the side that is tested opened, as the peer is to name them. */
  readonly ours: readonly (readonly [scope: number, channel: number])[];
  /** The same of channels that were finished, whose numbers nobody has again. */
  readonly finished: readonly (readonly [scope: number, channel: number])[];
  /** Channels that the peer opened, and that stay open. */
  readonly lasting: readonly (readonly [scope: number, channel: number])[];
}

/** What a connection disregards. */
type Counted = Pick<ConnectionStats, "malformed" | "strangers" | "duplicates">;

export interface Garbage {
  readonly message: Uint8Array | string;
  /** By which count it is to be told, if by any. */
  readonly as: keyof Counted | undefined;
}

/** Makes a message that a connection of that role disregards at that point. */
export function garbage(role: Role, open: OpenNumbers, random: () => number): Garbage {
  const below = (most: number): number => Math.floor(random() * most);
  const pick = <T>(all: readonly T[]): T | undefined => all[below(all.length)];
  const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => below(256));
  // Of these numbers no conversation has any.
  const nobody = (): number => 0x4000_0000 + below(0x3fff_ffff);
  const payload = bytes(below(5));
  const malformed = (message: Uint8Array): Garbage => ({ message, as: "malformed" });
  const stranger = (message: Uint8Array): Garbage => ({ message, as: "strangers" });
  const duplicate = (message: Uint8Array): Garbage => ({ message, as: "duplicates" });

  const scope = pick([...open.scopes]);
  const ours = pick(open.ours);
  const finished = pick(open.finished);
  const lasting = pick(open.lasting);
  const known = scope === undefined ? nobody() : scope;
  const kinds: (() => Garbage | undefined)[] = [
    () => ({ message: String.fromCharCode(...payload), as: undefined }),
    () => malformed(bytes(below(9))),
    () => malformed(raw(7 + below(249), known, below(3), payload)),
    () => malformed(raw(7 + below(249), nobody(), nobody(), bytes(below(40)))),
    () => malformed(role === "client" ? request(known, payload) : response(known, payload)),
    () => (role === "client" ? undefined : malformed(responseFinish(known))),
    () => ours && malformed(channelResponse(...ours, payload).subarray(0, below(9))),
    () => ours && malformed(channelFinish(...ours).subarray(0, below(9))),
    () => stranger(raw(4 + below(3), nobody(), below(4), payload)),
    () => (role === "client" ? stranger(raw(2 + below(2), nobody(), 0, payload)) : undefined),
    () => (scope === undefined ? undefined : stranger(raw(5 + below(2), scope, nobody(), payload))),
    () => finished && stranger(raw(5 + below(2), ...finished, payload)),
    () => lasting && duplicate(channelRequest(...lasting, payload)),
    () => (role === "server" && scope !== undefined ? duplicate(request(scope, payload)) : undefined),
  ];
  for (;;) {
    const made = pick(kinds)?.();
    if (made) return made;
  }
}
