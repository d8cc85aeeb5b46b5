import * as own from "channel-frames";
import * as again from "channel-frames-again";
import { equal, ok, thrown } from "../check.ts";
import { frameA, frameE } from "../frames.ts";
import { instanceOf } from "../matcher.ts";
import { A, B, BAD, E } from "../messages.ts";
import { pullSource } from "../pull_source.ts";
import { readAll } from "../read_all.ts";
import { type Test, test } from "../test.ts";

/** The errors that another copy of the package makes. */
const errors = {
  FrameError: new again.FrameError("body", "m"),
  FrameEncodeError: new again.FrameEncodeError("shape", "m"),
  FrameAfterErrorError: new again.FrameAfterErrorError(),
  UnservedError: new again.UnservedError(),
  CutError: new again.CutError(),
} as const;

/** The classes of this copy. */
const classes = {
  FrameError: own.FrameError,
  FrameEncodeError: own.FrameEncodeError,
  FrameAfterErrorError: own.FrameAfterErrorError,
  UnservedError: own.UnservedError,
  CutError: own.CutError,
} as const;

const names = ["FrameError", "FrameEncodeError", "FrameAfterErrorError", "UnservedError", "CutError"] as const;

/** Two loaded copies of the package, which have to understand each other. */
export const identityTests: readonly Test[] = [
  test("Two copies are loaded", () => {
    ok(own.FrameError !== again.FrameError, "It is one copy");
  }),
  ...names.map((name) =>
    test(`A ${name} of another copy is an instance of ${name}, of ChannelError and of Error, and of no other`, () => {
      const error = errors[name];
      ok(error instanceof own.ChannelError && error instanceof Error, "It is no ChannelError");
      equal(
        names.filter((other) => error instanceof classes[other]),
        [name],
      );
      equal(error.name, name);
      equal(String(error), `${name}: ${error.message}`);
    }),
  ),
  test("Nothing else is an instance of any error", () => {
    const others = [null, undefined, "FrameError", 1, new Error("e"), new TypeError("t"), {}, () => 1, own.FrameError];
    for (const other of others) {
      for (const name of names) ok(!((other as unknown) instanceof classes[name]), `${String(other)} is a ${name}`);
      ok(!((other as unknown) instanceof own.ChannelError), `${String(other)} is a ChannelError`);
    }
  }),
  test("A class that is derived from an error is recognised by itself", () => {
    class MyError extends own.CutError {}
    const mine = new MyError();
    ok(mine instanceof MyError && mine instanceof own.CutError && mine instanceof again.CutError, "It is not");
    ok(!(new own.CutError() instanceof MyError), "Its parent is");
  }),
  test("What decodeFrame of another copy throws is a FrameError here", () => {
    const error = thrown(() => again.decodeFrame(again.notificationFrames, BAD));
    equal(error, instanceOf(own.FrameError, { code: "body" }));
  }),
  test("A guard knows the failure of another copy's guard for a violation", async () => {
    const guard = new own.TerminalGuard();
    const other = new again.NotificationGuardedDecoderStream();
    const { values } = await readAll(pullSource([A, E, B]).stream.pipeThrough(other).pipeThrough(guard));
    equal(values, [frameA, frameE]);
    equal(await guard.ending, { kind: "violated", frames: 1, reason: instanceOf(own.FrameAfterErrorError) });
  }),
  test("A guard knows another copy's CutError after the error frame for no violation", async () => {
    const guard = new own.NotificationGuardedDecoderStream();
    await readAll(pullSource([A, E], { throws: new again.CutError() }).stream.pipeThrough(guard));
    equal((await guard.ending).kind, "failed");
  }),
  test("Families of another copy decode and encode here", () => {
    const frame = own.decodeFrame(again.notificationFrames, A);
    equal(frame, frameA);
    equal(own.encodeFrame(again.notificationFrames, frame), A);
  }),
  test("Errors have name, stack and cause", () => {
    const error = thrown(() => own.decodeFrame(own.runLoopFrames, BAD));
    ok(error instanceof own.FrameError, "It is no FrameError");
    ok(typeof error === "object" && typeof Reflect.get(Object(error), "stack") === "string", "It has no stack");
    equal(Object.hasOwn(new own.CutError({ cause: undefined }), "cause"), true);
    equal("cause" in new own.CutError(), false);
  }),
];
