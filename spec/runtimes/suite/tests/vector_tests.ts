import { type AnyFrame, type FrameFamily, runLoopFamily } from "channel-frames";
import { equal, ok } from "../check.ts";
import { message } from "../messages.ts";
import { families, type Outcome, outcomeOf } from "../outcome.ts";
import { show } from "../show.ts";
import { type Test, test } from "../test.ts";
import { type Vector, vectors } from "../vectors.ts";

const codes: Readonly<Record<string, string>> = {
  Empty: "empty",
  UnknownTag: "unknown-tag",
  Body: "body",
  Chunk: "chunk",
  Error: "error",
};

/** What the reference's verdict is called here. */
function expectedOf({ family, message, verdict, variant }: Vector): Outcome {
  const code = codes[verdict];
  if (code !== undefined) return { refused: code };
  const body: unknown = JSON.parse(new TextDecoder().decode(message.subarray(1)));
  const kind = family === "notification" ? notificationKind : snake;
  return { frame: verdict, variant: variant && kind(variant), body };
}

const notificationKind = (variant: string): string => (variant === "CustomNotification" ? "custom" : "known");

const snake = (variant: string): string => variant.replace(/\B[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/** The same message in the words of JSON.stringify; `undefined` for what JSON.parse refuses. */
function respelt(vector: Vector): Uint8Array | undefined {
  try {
    const body: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(vector.message.subarray(1)));
    return message(Number(vector.message[0]), JSON.stringify(body));
  } catch {
    return undefined;
  }
}

/** The deviations in which what was said is no other thing than what JSON.parse reads. */
const spellings: readonly (string | undefined)[] = ["duplicate-key", "number-spelling", "minus-zero", "internal-key"];

function judge(vector: Vector): void {
  const family = families[vector.family];
  const { deviation } = vector;
  const exact = outcomeOf(family, vector.message, { integers: "bigint" });
  const plain = outcomeOf(family, vector.message);
  if (deviation === undefined) {
    equal(plain, expectedOf(vector), "with numbers");
    equal(exact, expectedOf(vector), "with bigints");
  } else if (deviation === "wide-integer") {
    equal(exact, expectedOf(vector), "with bigints");
  } else if (spellings.includes(deviation)) {
    const same = respelt(vector);
    ok(same !== undefined, "JSON.parse refuses it");
    if (same) equal(plain, outcomeOf(family, same), "as JSON.parse reads it");
  } else if (deviation === "array-form" || deviation === "enum-object") {
    // A list or an object in the place of what it stands for: never typed as that.
    ok("refused" in plain || plain.variant === "custom", `It is read as ${show(plain)}`);
  }
}

const shapes = [
  ["text", ({ shapes }: Vector) => shapes?.includes("string") === true],
  ["object", ({ shapes }: Vector) => shapes?.includes("object") === true],
  ["either", ({ shapes }: Vector) => shapes?.length !== 0],
] as const;

/** Whether each shape of a tool call takes it that the reference says takes it. */
function judgeShapes(vector: Vector): void {
  for (const [toolCallArguments, takes] of shapes) {
    const family: FrameFamily<AnyFrame> = runLoopFamily({ toolCallArguments });
    const taken = "frame" in outcomeOf(family, vector.message);
    equal(taken, takes(vector), toolCallArguments);
  }
}

/** The verdicts of the reference, message by message. */
export const vectorTests: readonly Test[] = vectors.map((vector) =>
  test(`Vector ${vector.id}: ${vector.note}`, () => {
    judge(vector);
    if (vector.shapes && !vector.deviation) judgeShapes(vector);
  }),
);
