import {
  CoalescedChunksStream,
  type Ending,
  FrameEncodeError,
  FrameError,
  MessageGuard,
  NotificationDecoderStream,
  NotificationEncoderStream,
  type NotificationFrame,
  NotificationGuardedDecoderStream,
  notificationFrames,
  RunLoopGuardedDecoderStream,
  readFrames,
  TerminalGuard,
} from "channel-frames";
import { frameA, frameB, frameC, frameE, userFrame } from "./frames.ts";
import { A, B, BAD, C, E, error, item, UNKNOWN } from "./messages.ts";

/** The ending of a sequence of any family. */
export type AnyEnding = Ending<{ readonly type: "error"; readonly error: unknown }>;

/** The options that all of them have. */
export interface AnyOptions {
  readonly signal?: AbortSignal | undefined;
  readonly unserved?: "error" | "close" | undefined;
}

/** What goes in, and what comes out of it. */
export interface Passage {
  readonly in: unknown;
  readonly out: unknown;
}

/** The reading side of a subject that has a source. */
export interface Opened {
  readonly readable: ReadableStream;
  readonly ending: Promise<AnyEnding> | undefined;
}

/** What is under test, and what may be put through it. */
export interface Subject {
  readonly name: string;
  /** Whether it has `ending`, and with it an opinion on sequences. */
  readonly guards: boolean;
  /** Whether it is two stages, so that the first may break by itself, and two chunks may be in hand. */
  readonly apart?: true;
  /** Whether it reads its source itself, and so takes nothing before it is read. */
  readonly reads?: true;
  readonly items: readonly [Passage, Passage, Passage];
  readonly error: Passage & { readonly value: unknown };
  /** What it cannot take, and what it breaks with. */
  readonly bad: { readonly in: unknown; readonly breaks: new (...parameters: never[]) => Error };
  open(source: ReadableStream, options?: AnyOptions, pipe?: StreamPipeOptions): Opened;
}

/** A stage of any of the classes. */
export interface AnyStage extends ReadableWritablePair<unknown, unknown> {
  readonly ending?: Promise<AnyEnding>;
}

/** One stage. */
export interface StageSubject extends Subject {
  create(options?: AnyOptions): AnyStage;
}

type Parts = Omit<StageSubject, "open">;

function stage(parts: Parts): StageSubject {
  return {
    ...parts,
    open(source, options, pipe) {
      const { readable, writable, ending } = parts.create(options);
      return { readable: source.pipeThrough({ readable, writable }, pipe), ending };
    },
  };
}

const messages = {
  items: [
    { in: A, out: frameA },
    { in: B, out: frameB },
    { in: C, out: frameC },
  ],
  error: { in: E, out: frameE, value: { code: -32603, message: "boom" } },
  bad: { in: BAD, breaks: FrameError },
} as const;

const frames = {
  items: [
    { in: frameA, out: frameA },
    { in: frameB, out: frameB },
    { in: frameC, out: frameC },
  ],
  error: { in: frameE, out: frameE, value: messages.error.value },
  bad: { in: null, breaks: TypeError },
} as const;

// Chunks that stand alone, so that there is one frame for each.
const chunks = [userFrame("a"), userFrame("b"), userFrame("c")] as const;
const chunkMessages = chunks.map((frame) => item(frame.type === "chunk" && frame.chunk));

/** Decoder and guard as two stages. */
const apart: Subject = {
  ...messages,
  name: "NotificationDecoderStream, TerminalGuard",
  guards: true,
  apart: true,
  open(source, options, pipe) {
    const guard = new TerminalGuard<NotificationFrame>(options);
    // The last stage's signal is enough: it is heard all the way to the source.
    const decoder = new NotificationDecoderStream();
    return { readable: source.pipeThrough(decoder, pipe).pipeThrough(guard), ending: guard.ending };
  },
};

const reader: Subject = {
  ...messages,
  name: "readFrames",
  guards: true,
  reads: true,
  open(source, options) {
    const readable = readFrames(source, notificationFrames, options);
    return { readable, ending: readable.ending };
  },
};

const guarded = stage({
  ...messages,
  name: "NotificationGuardedDecoderStream",
  guards: true,
  create: (options) => new NotificationGuardedDecoderStream(options),
});

const relay = stage({
  name: "MessageGuard",
  guards: true,
  items: [
    { in: A, out: A },
    { in: B, out: B },
    { in: C, out: C },
  ],
  error: { in: E, out: E, value: E.subarray(1) },
  bad: { in: UNKNOWN, breaks: FrameError },
  create: (options) => new MessageGuard(options),
});

/** The ways to learn from messages what was said and how it ended. They have to agree. */
export const ways: readonly Subject[] = [apart, guarded, reader, relay];

/** Every kind of stage. */
export const stages: readonly StageSubject[] = [
  guarded,
  relay,
  stage({
    ...messages,
    name: "NotificationDecoderStream",
    guards: false,
    create: (options) => new NotificationDecoderStream(options),
  }),
  stage({ ...frames, name: "TerminalGuard", guards: true, create: (options) => new TerminalGuard(options) }),
  stage({
    name: "RunLoopGuardedDecoderStream",
    guards: true,
    items: [
      { in: chunkMessages[0], out: chunks[0] },
      { in: chunkMessages[1], out: chunks[1] },
      { in: chunkMessages[2], out: chunks[2] },
    ],
    error: { in: error(null), out: { type: "error", error: null }, value: null },
    bad: messages.bad,
    create: (options) => new RunLoopGuardedDecoderStream(options),
  }),
  stage({
    name: "NotificationEncoderStream",
    guards: false,
    items: [
      { in: frameA, out: A },
      { in: frameB, out: B },
      { in: frameC, out: C },
    ],
    error: { in: frameE, out: E, value: undefined },
    bad: { in: { type: "nonsense" }, breaks: FrameEncodeError },
    create: (options) => new NotificationEncoderStream(options),
  }),
  stage({
    name: "CoalescedChunksStream",
    guards: false,
    items: [
      { in: chunks[0], out: chunks[0] },
      { in: chunks[1], out: chunks[1] },
      { in: chunks[2], out: chunks[2] },
    ],
    error: { in: { type: "error", error: 1 }, out: { type: "error", error: 1 }, value: undefined },
    bad: { in: null, breaks: TypeError },
    create: (options) => new CoalescedChunksStream(options),
  }),
];

/** All of them. */
export const subjects: readonly Subject[] = [apart, reader, ...stages];
