import type { Envelope, Role } from "channel-frames/connection";

const payload = Uint8Array.of(0, 123, 125);

/** A line of the protocol: an envelope, its bytes, and who sends it. */
export interface Row {
  readonly envelope: Envelope;
  readonly bytes: readonly number[];
  readonly from: readonly Role[];
}

/** Every type of the protocol, written down from its table, with every field as large as it gets. */
export const envelopeTable: readonly Row[] = [
  {
    envelope: { type: "authorization", payload },
    bytes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 123, 125],
    from: ["client", "server"],
  },
  {
    envelope: { type: "request", scope: 0x01020304, payload },
    bytes: [1, 1, 2, 3, 4, 0, 0, 0, 0, 0, 123, 125],
    from: ["client"],
  },
  {
    envelope: { type: "response", scope: 0xfffefdfc, payload },
    bytes: [2, 255, 254, 253, 252, 0, 0, 0, 0, 0, 123, 125],
    from: ["server"],
  },
  {
    envelope: { type: "response-finish", scope: 0xffffffff },
    bytes: [3, 255, 255, 255, 255, 0, 0, 0, 0],
    from: ["server"],
  },
  {
    envelope: { type: "channel-request", scope: 0, channel: 0x80000000, payload },
    bytes: [4, 0, 0, 0, 0, 128, 0, 0, 0, 0, 123, 125],
    from: ["client", "server"],
  },
  {
    envelope: { type: "channel-response", scope: 0x7fffffff, channel: 0x0a0b0c0d, payload },
    bytes: [5, 127, 255, 255, 255, 10, 11, 12, 13, 0, 123, 125],
    from: ["client", "server"],
  },
  {
    envelope: { type: "channel-response-finish", scope: 256, channel: 0xffffffff },
    bytes: [6, 0, 0, 1, 0, 255, 255, 255, 255],
    from: ["client", "server"],
  },
];

/** For a table of tests that are named by the type and the side. */
export const sentTable: readonly (readonly [type: string, from: Role, row: Row])[] = envelopeTable.flatMap((row) =>
  row.from.map((from) => [row.envelope.type, from, row] as const),
);
