// Checked by tsc, and never executed: families of one's own.
import {
  anyJson,
  decodeFrame,
  defineFamily,
  type Ending,
  type ErrorOf,
  encodeFrame,
  type FrameFamily,
  type FrameOptions,
  GuardedDecoderStream,
  type JsonValue,
  type NotificationFrame,
  notificationFrames,
  type RawFrame,
  rawFrames,
  type SyncSchema,
} from "channel-frames";
import * as v from "valibot";
import { expectTypeOf } from "vitest";

const logFrames = defineFamily({
  item: {
    name: "line",
    schema: v.looseObject({ text: v.string(), level: v.optional(v.picklist(["info", "error"]), "info") }),
  },
  error: { name: "problem", schema: v.object({ code: v.pipe(v.string(), v.transform(Number)) }) },
});

export function framesHaveTheInputOfTheirSchema(message: Uint8Array): string {
  const frame = decodeFrame(logFrames, message);
  if (frame.type === "line") {
    // The default is not filled in, so the member may be absent.
    expectTypeOf(frame.line.level).toEqualTypeOf<"info" | "error" | undefined>();
    return frame.line.text;
  }
  expectTypeOf(frame.type).toEqualTypeOf<"error">();
  // The transformation has no effect.
  expectTypeOf(frame.problem.code).toEqualTypeOf<string>();
  // @ts-expect-error the value of the error is called problem
  return frame.error;
}

export async function endingsHaveTheInputOfTheErrorSchema(messages: ReadableStream<Uint8Array>): Promise<void> {
  const decoder = new GuardedDecoderStream(logFrames);
  const frames = messages.pipeThrough(decoder);
  const { value } = await frames.getReader().read();
  if (value?.type === "line") expectTypeOf(value.line.text).toEqualTypeOf<string>();
  const ending = await decoder.ending;
  if (ending.kind === "failed") expectTypeOf(ending.error).toEqualTypeOf<{ code: string }>();
}

export function encodingTakesFramesOfTheFamily(): void {
  encodeFrame(logFrames, { type: "line", line: { text: "t", more: 1 } });
  encodeFrame(logFrames, { type: "error", problem: { code: "1" } });
  // @ts-expect-error text is text
  encodeFrame(logFrames, { type: "line", line: { text: 5 } });
  // @ts-expect-error no such type
  encodeFrame(logFrames, { type: "item", line: { text: "t" } });
  // @ts-expect-error the value is called problem
  encodeFrame(logFrames, { type: "error", error: { code: "1" } });
  // @ts-expect-error the body of a raw frame is bytes
  encodeFrame(rawFrames, { type: "item", body: "text" });
}

export function rawHalvesHaveABody(message: Uint8Array): void {
  const family = defineFamily({ item: { name: "file", raw: true }, error: { name: "why", schema: anyJson } });
  const frame = decodeFrame(family, message);
  if (frame.type === "file") expectTypeOf(frame.body).toEqualTypeOf<Uint8Array>();
  else expectTypeOf(frame.why).toEqualTypeOf<JsonValue>();
}

export function schemasOfAnyMakeAreTaken(handMade: SyncSchema<{ readonly a: number }>): void {
  const family = defineFamily({ item: { name: "a", schema: handMade }, error: { name: "e", schema: anyJson } });
  const frame = decodeFrame(family, new Uint8Array());
  if (frame.type === "a") expectTypeOf(frame.a).toEqualTypeOf<{ readonly a: number }>();

  // @ts-expect-error a half has a schema, or is raw
  defineFamily({ item: { name: "a" }, error: { name: "e", schema: anyJson } });
  // @ts-expect-error this is no schema
  defineFamily({ item: { name: "a", schema: { parse: () => 1 } }, error: { name: "e", schema: anyJson } });
  // @ts-expect-error no such code
  defineFamily({ item: { name: "a", schema: handMade, code: "empty" }, error: { name: "e", schema: anyJson } });
}

export function familiesSayWhatTheyHold(): void {
  expectTypeOf(notificationFrames).toEqualTypeOf<FrameFamily<NotificationFrame, NotificationFrame<number | bigint>>>();
  expectTypeOf(rawFrames).toEqualTypeOf<FrameFamily<RawFrame>>();
  expectTypeOf<ErrorOf<RawFrame>>().toEqualTypeOf<Uint8Array>();
  expectTypeOf<ErrorOf<{ readonly type: "error"; readonly why: 5 } | { readonly type: "a" }>>().toEqualTypeOf<5>();
  expectTypeOf<Extract<Ending, { readonly kind: "unserved" }>["frames"]>().toEqualTypeOf<0>();
}

export function optionsAreChecked(message: Uint8Array): void {
  const options: FrameOptions = { maxDepth: 5, maxMessageBytes: undefined, integers: "bigint" };
  decodeFrame(rawFrames, message, options);
  decodeFrame(rawFrames, new DataView(new ArrayBuffer(1)));
  decodeFrame(rawFrames, new ArrayBuffer(1));
  // @ts-expect-error text is no message
  decodeFrame(rawFrames, "text");
  // @ts-expect-error no such option
  decodeFrame(rawFrames, message, { depth: 5 });
  // @ts-expect-error no such mode
  decodeFrame(rawFrames, message, { integers: "float" });
}
