import {
  ChannelError,
  CutError,
  FrameAfterErrorError,
  FrameEncodeError,
  FrameError,
  UnservedError,
} from "channel-frames";
import { EnvelopeError } from "channel-frames/connection";
import { AnswerRefusedError, AskError, AskLostError, NotificationsFailedError } from "channel-frames/proxy";
import { TapeError } from "channel-frames/tape";
import { describe, expect, it, vi } from "vitest";

const here = {
  ChannelError,
  CutError,
  FrameAfterErrorError,
  FrameEncodeError,
  FrameError,
  UnservedError,
  EnvelopeError,
  AskError,
  AskLostError,
  AnswerRefusedError,
  NotificationsFailedError,
  TapeError,
};

vi.resetModules();
/** The same package, loaded once more, as by two versions of it in one tree of dependencies. */
const there = {
  ...(await import("channel-frames")),
  ...(await import("channel-frames/connection")),
  ...(await import("channel-frames/proxy")),
  ...(await import("channel-frames/tape")),
};

/** One error of each class, made by the classes of one copy. */
function errorsOf(copy: typeof here): readonly (readonly [Exclude<keyof typeof here, "ChannelError">, Error])[] {
  return [
    ["FrameError", new copy.FrameError("body", "m")],
    ["FrameEncodeError", new copy.FrameEncodeError("shape", "m")],
    ["FrameAfterErrorError", new copy.FrameAfterErrorError()],
    ["UnservedError", new copy.UnservedError()],
    ["CutError", new copy.CutError()],
    ["EnvelopeError", new copy.EnvelopeError("short", "m")],
    ["AskError", new copy.AskError("short", "m")],
    ["AskLostError", new copy.AskLostError("closed")],
    ["AnswerRefusedError", new copy.AnswerRefusedError(404)],
    ["NotificationsFailedError", new copy.NotificationsFailedError({ code: -32000, message: "m" })],
    ["TapeError", new copy.TapeError("malformed", 0, "m")],
  ];
}

describe("ChannelError, in two copies of the package", () => {
  it("is another class in each", () => {
    for (const name of Object.keys(here) as readonly (keyof typeof here)[]) expect(there[name]).not.toBe(here[name]);
    // By the prototype chain they have nothing in common.
    expect(Function.prototype[Symbol.hasInstance].call(ChannelError, new there.CutError())).toBe(false);
  });

  it.each(errorsOf(there))("recognises a %s of the other copy, both ways", (name, error) => {
    expect(error).toBeInstanceOf(here[name]);
    expect(error).toBeInstanceOf(here.ChannelError);
    const own = errorsOf(here).find(([other]) => other === name)?.[1];
    expect(own).toBeInstanceOf(there[name]);
    expect(own).toBeInstanceOf(there.ChannelError);
  });

  it.each(errorsOf(there))("does not take a %s of the other copy for another class", (name, error) => {
    for (const [other] of errorsOf(here)) expect(error instanceof here[other]).toBe(other === name);
  });

  it("recognises what the other copy throws", () => {
    try {
      there.decodeFrame(there.rawFrames, new Uint8Array());
      expect.fail("nothing was thrown");
    } catch (error) {
      expect(error).toBeInstanceOf(FrameError);
      expect(error).not.toBeInstanceOf(FrameEncodeError);
    }
  });
});

describe("instanceof, with classes that a user derives", () => {
  class UserError extends FrameError {}
  class OtherUserError extends FrameError {}
  class Deeper extends UserError {}
  class ThereError extends there.FrameError {}

  const own = new FrameError("body", "m");
  const user = new UserError("body", "m");

  it("does not take an error of the library for one of theirs", () => {
    expect(own instanceof UserError).toBe(false);
    expect(new there.FrameError("body", "m") instanceof UserError).toBe(false);
    expect(own instanceof Deeper).toBe(false);
  });

  it("takes one of theirs for what it is, and for no other", () => {
    expect(user instanceof UserError).toBe(true);
    expect(user instanceof FrameError).toBe(true);
    expect(user instanceof ChannelError).toBe(true);
    expect(user instanceof there.FrameError).toBe(true);
    expect(user instanceof Error).toBe(true);
    expect(user instanceof OtherUserError).toBe(false);
    expect(user instanceof Deeper).toBe(false);
    expect(user instanceof FrameEncodeError).toBe(false);
    expect(new Deeper("body", "m") instanceof UserError).toBe(true);
    expect(new Deeper("body", "m") instanceof Deeper).toBe(true);
    expect(new ThereError("body", "m") instanceof FrameError).toBe(true);
    expect(new ThereError("body", "m") instanceof UserError).toBe(false);
  });

  it("takes one of theirs for what it is even if its class has a kind of its own, as many have", () => {
    class HttpError extends FrameError {
      static readonly kind: string = "http";
    }
    const error = new HttpError("body", "m");
    expect(error instanceof HttpError).toBe(true);
    expect(error instanceof FrameError).toBe(true);
    expect(error instanceof ChannelError).toBe(true);
    expect(own instanceof HttpError).toBe(false);
  });

  it("does not take a look-alike for one of theirs", () => {
    expect({ ...user } instanceof UserError).toBe(false);
    expect(Object.create(UserError.prototype) instanceof UserError).toBe(true);
  });
});

describe("instanceof, with what only looks alike", () => {
  const genuine = new FrameError("body", "m", { tag: 0 });

  class Impostor extends Error {
    override readonly name = "FrameError";
    readonly code = "body";
    readonly kind = "FrameError";
    static readonly kind = "FrameError";
  }

  it.each([
    [
      "an object with the same members",
      { name: "FrameError", code: "body", message: "m", tag: 0, index: 0, issues: undefined },
    ],
    ["an error with the same name and code", Object.assign(new Error("m"), { name: "FrameError", code: "body" })],
    ["an instance of a class of the same name and kind", new Impostor("m")],
    ["a structured clone", structuredClone(genuine)],
    ["a copy by JSON", JSON.parse(JSON.stringify(genuine))],
    ["a string", "FrameError"],
    ["null", null],
    ["undefined", undefined],
    ["a function", () => "FrameError"],
    ["the class itself", FrameError],
    ["an object without a prototype", Object.create(null)],
    ["a Proxy of an object", new Proxy({}, { get: () => undefined })],
  ])("does not recognise %s", (_, value) => {
    for (const type of Object.values(here)) expect(value instanceof type).toBe(false);
  });

  it.each([
    ["is a symbol", Symbol("kind")],
    ["is an object without a prototype", Object.create(null)],
    ["is null", null],
    ["is a number", 5],
    ["is the name", "FrameError"],
  ])("answers, and does not throw, for an instance of a class whose kind %s", (_, kind) => {
    const foreign: unknown = Object.create({ constructor: { kind } });
    for (const type of Object.values(here)) expect(foreign instanceof type).toBe(false);
  });

  it.each([undefined, null, 5, "FrameError"])(
    "answers, and does not throw, for an object whose constructor is %j",
    (maker) => {
      const value: unknown = Object.create({ constructor: maker });
      for (const type of Object.values(here)) expect(value instanceof type).toBe(false);
    },
  );

  it("has a mark that copying the members does not copy", () => {
    for (const type of Object.values(here)) expect({ ...genuine } instanceof type).toBe(false);
  });
});
