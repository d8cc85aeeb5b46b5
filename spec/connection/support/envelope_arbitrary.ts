import type { Envelope } from "channel-frames/connection";
import fc from "fast-check";

const number = fc.oneof(
  fc.integer({ min: 0, max: 0xffff_ffff }),
  fc.constantFrom(0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff),
);
const payload = fc.uint8Array({ maxLength: 40 });

/** Any envelope that either side sends. */
export const anyEnvelope: fc.Arbitrary<Envelope> = fc
  .oneof(
    fc.record({ type: fc.constant("authorization" as const), payload }),
    fc.record({ type: fc.constantFrom("request" as const, "response" as const), scope: number, payload }),
    fc.record({ type: fc.constant("response-finish" as const), scope: number }),
    fc.record({
      type: fc.constantFrom("channel-request" as const, "channel-response" as const),
      scope: number,
      channel: number,
      payload,
    }),
    fc.record({ type: fc.constant("channel-response-finish" as const), scope: number, channel: number }),
  )
  // Without the null prototype that some records are made with.
  .map((envelope): Envelope => ({ ...envelope }));

/** A side that sends it. */
export function senderOf({ type }: Envelope): "client" | "server" {
  return type === "response" || type === "response-finish" ? "server" : "client";
}
