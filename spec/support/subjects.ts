import {
  CoalescedChunksStream,
  type Ending,
  FrameDecoderStream,
  FrameEncodeError,
  FrameEncoderStream,
  FrameError,
  GuardedDecoderStream,
  MessageGuard,
  NotificationDecoderStream,
  NotificationEncoderStream,
  NotificationGuardedDecoderStream,
  notificationFrames,
  RunLoopDecoderStream,
  RunLoopEncoderStream,
  RunLoopGuardedDecoderStream,
  rawFrames,
  readFrames,
  TerminalGuard,
} from "channel-frames";
import { frameA, frameB, frameC, frameE, userFrame } from "./frames.ts";
import { A, B, BAD, C, E, E2, item } from "./messages.ts";

/** The ending of a sequence of any family. */
export type AnyEnding = Ending<{ readonly type: "error"; readonly error: unknown }>;

/** A stage of any of the classes. */
export interface AnyStage extends ReadableWritablePair<unknown, unknown> {
  readonly ending?: Promise<AnyEnding>;
}

/** The options that all of them have. */
export interface AnyOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A frame or message as it goes in, and as it comes out. */
export interface Passage {
  readonly in: unknown;
  readonly out: unknown;
}

/** One class under test, and what may be put through it. */
export interface Subject {
  readonly name: string;
  /** Whether it has `ending`, and with it an opinion on sequences. */
  readonly guards: boolean;
  readonly items: readonly [Passage, Passage, Passage];
  readonly error: Passage & { readonly value: unknown };
  /** What it cannot take, and what it breaks with. */
  readonly bad: { readonly in: unknown; readonly breaks: new (...parameters: never[]) => Error };
}

/** A class that goes into `pipeThrough`. */
export interface StageSubject extends Subject {
  create(options?: AnyOptions): AnyStage;
}

/** What `readFrames` gives, of any family. */
export interface AnyReadable extends ReadableStream<unknown> {
  readonly ending: Promise<AnyEnding>;
  [Symbol.asyncIterator](): AsyncIterableIterator<unknown>;
}

/** What reads a source on its own account. */
export interface ReaderSubject extends Subject {
  read(source: ReadableStream, options?: AnyOptions): AnyReadable;
}

const notificationMessages = {
  items: [
    { in: A, out: frameA },
    { in: B, out: frameB },
    { in: C, out: frameC },
  ],
  error: { in: E, out: frameE, value: { code: -32603, message: "boom" } },
  bad: { in: BAD, breaks: FrameError },
} as const;

// Chunks that stand alone, so that the coalescing stage has one frame for each.
const runLoopMessages = {
  items: [
    { in: item({ type: "user", prompt: "a" }), out: userFrame("a") },
    { in: item({ type: "user", prompt: "b" }), out: userFrame("b") },
    { in: item({ type: "user", prompt: "c" }), out: userFrame("c") },
  ],
  error: { in: E2(null), out: { type: "error", error: null }, value: null },
  bad: { in: BAD, breaks: FrameError },
} as const;

const rawMessages = {
  items: [
    { in: Uint8Array.of(0, 1), out: { type: "item", body: Uint8Array.of(1) } },
    { in: Uint8Array.of(0, 2, 2), out: { type: "item", body: Uint8Array.of(2, 2) } },
    { in: Uint8Array.of(0), out: { type: "item", body: Uint8Array.of() } },
  ],
  error: { in: Uint8Array.of(1, 9), out: { type: "error", body: Uint8Array.of(9) }, value: Uint8Array.of(9) },
  bad: { in: Uint8Array.of(2), breaks: FrameError },
} as const;

const reversed = ({ in: incoming, out }: Passage): Passage => ({ in: out, out: incoming });

/** What an encoder takes, from what the decoder of its family does. */
function encoded(messages: Pick<Subject, "items" | "error">): Pick<Subject, "items" | "error" | "bad"> {
  const [first, second, third] = messages.items;
  return {
    items: [reversed(first), reversed(second), reversed(third)],
    error: { ...reversed(messages.error), value: messages.error.value },
    bad: { in: { type: "nonsense" }, breaks: FrameEncodeError },
  };
}

const passed = ({ out }: Passage): Passage => ({ in: out, out });

/** What a stage takes that passes the frames of a family on. */
function framed(messages: Pick<Subject, "items" | "error">): Pick<Subject, "items" | "error" | "bad"> {
  const [first, second, third] = messages.items;
  return {
    items: [passed(first), passed(second), passed(third)],
    error: { ...passed(messages.error), value: messages.error.value },
    bad: { in: null, breaks: TypeError },
  };
}

/** What passes messages on and reads their tags only. */
function relayed(messages: Pick<Subject, "items" | "error">): Pick<Subject, "items" | "error"> {
  const [first, second, third] = messages.items;
  const same = ({ in: incoming }: Passage): Passage => ({ in: incoming, out: incoming });
  return {
    items: [same(first), same(second), same(third)],
    error: { ...same(messages.error), value: messages.error.value },
  };
}

/** Every stage of the library. */
export const stages: readonly StageSubject[] = [
  {
    name: "FrameDecoderStream",
    guards: false,
    ...rawMessages,
    create: (options) => new FrameDecoderStream(rawFrames, options),
  },
  {
    name: "NotificationDecoderStream",
    guards: false,
    ...notificationMessages,
    create: (options) => new NotificationDecoderStream(options),
  },
  {
    name: "RunLoopDecoderStream",
    guards: false,
    ...runLoopMessages,
    create: (options) => new RunLoopDecoderStream(options),
  },
  {
    name: "TerminalGuard",
    guards: true,
    ...framed(notificationMessages),
    create: (options) => new TerminalGuard(options),
  },
  {
    name: "GuardedDecoderStream",
    guards: true,
    ...rawMessages,
    create: (options) => new GuardedDecoderStream(rawFrames, options),
  },
  {
    name: "NotificationGuardedDecoderStream",
    guards: true,
    ...notificationMessages,
    create: (options) => new NotificationGuardedDecoderStream(options),
  },
  {
    name: "RunLoopGuardedDecoderStream",
    guards: true,
    ...runLoopMessages,
    create: (options) => new RunLoopGuardedDecoderStream(options),
  },
  {
    name: "MessageGuard",
    guards: true,
    ...relayed(rawMessages),
    bad: rawMessages.bad,
    create: (options) => new MessageGuard(options),
  },
  {
    name: "FrameEncoderStream",
    guards: false,
    ...encoded(rawMessages),
    create: (options) => new FrameEncoderStream(rawFrames, options),
  },
  {
    name: "NotificationEncoderStream",
    guards: false,
    ...encoded(notificationMessages),
    create: (options) => new NotificationEncoderStream(options),
  },
  {
    name: "RunLoopEncoderStream",
    guards: false,
    ...encoded(runLoopMessages),
    create: (options) => new RunLoopEncoderStream(options),
  },
  {
    name: "CoalescedChunksStream",
    guards: false,
    ...framed(runLoopMessages),
    create: (options) => new CoalescedChunksStream(options),
  },
];

/** `readFrames`, which has no writable. */
export const readers: readonly ReaderSubject[] = [
  {
    name: "readFrames",
    guards: true,
    ...notificationMessages,
    read: (source, options) => readFrames(source, notificationFrames, options),
  },
];

export const subjects: readonly (StageSubject | ReaderSubject)[] = [...stages, ...readers];

/** For a table of tests that are named by the class. */
export function byName<S extends Subject>(list: readonly S[]): (readonly [name: string, subject: S])[] {
  return list.map((subject) => [subject.name, subject] as const);
}

/** The reading side of a subject that has a source. */
export interface Opened {
  readonly readable: ReadableStream;
  readonly ending: Promise<AnyEnding> | undefined;
}

/** Puts a subject behind a source. */
export function open(
  subject: StageSubject | ReaderSubject,
  source: ReadableStream,
  options?: AnyOptions,
  pipe?: StreamPipeOptions,
): Opened {
  if ("read" in subject) {
    const readable = subject.read(source, options);
    return { readable, ending: readable.ending };
  }
  const stage = subject.create(options);
  return { readable: source.pipeThrough(stage, pipe), ending: stage.ending };
}
