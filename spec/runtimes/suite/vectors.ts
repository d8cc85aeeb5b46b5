import jsonBodies from "../../fixtures/vectors/json-bodies.jsonl";
import notifications from "../../fixtures/vectors/notification.jsonl";
import runLoops from "../../fixtures/vectors/run-loop.jsonl";

/** One message with the verdict of the reference. */
export interface Vector {
  readonly id: string;
  readonly family: "notification" | "run_loop";
  readonly note: string;
  readonly message: Uint8Array<ArrayBuffer>;
  readonly verdict: string;
  /** For tag 0: which of the family's types it is. */
  readonly variant?: string | undefined;
  /** Which shapes of a tool call take it. */
  readonly shapes?: readonly string[] | undefined;
  /** Where this library answers otherwise than the reference, and why. */
  readonly deviation?: string | undefined;
}

/** Every third of the vectors: enough of each kind, and little enough for a bundle. */
export const vectors: readonly Vector[] = [jsonBodies, notifications, runLoops].flatMap((text) =>
  text
    .split("\n")
    .filter((line, at) => line !== "" && at % 3 === 0)
    .map((line) => {
      const { hex, ...rest }: Omit<Vector, "message"> & { hex: string } = JSON.parse(line);
      return { ...rest, message: Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16)) };
    }),
);
