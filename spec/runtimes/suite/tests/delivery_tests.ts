import {
  FrameAfterErrorError,
  FrameError,
  NotificationDecoderStream,
  type NotificationFrame,
  NotificationGuardedDecoderStream,
  TerminalGuard,
} from "channel-frames";
import { equal, ok } from "../check.ts";
import { frameE, notificationFrame } from "../frames.ts";
import { instanceOf, type Matcher } from "../matcher.ts";
import { A, BAD, E, notification } from "../messages.ts";
import { pause } from "../pause.ts";
import { needsMovingZero } from "../platform.ts";
import { pullSource, type SourceEnd } from "../pull_source.ts";
import { paces, readAll } from "../read_all.ts";
import type { AnyEnding } from "../subject.ts";
import { type Test, test } from "../test.ts";

const count = 10;
const items = Array.from({ length: count }, (_, n) => notification("x/item", n));
const frames = Array.from({ length: count }, (_, n) => notificationFrame("x/item", n));
const X = Symbol("broken");

/** A stage of the platform, with room for so many chunks on either side. */
interface Platform {
  readonly writable: number;
  readonly readable: number;
}

type Link = "decoder" | "guard" | "guarded" | Platform;

/** A failure that comes after ten good messages. */
interface Failure {
  readonly name: string;
  /** Who fails: whatever is behind that has the failure passing through it. */
  readonly at: "source" | "decoder" | "guard";
  readonly chunks: readonly Uint8Array[];
  readonly end: SourceEnd;
  readonly frames: readonly unknown[];
  readonly reason: typeof X | Matcher;
  readonly kind: AnyEnding["kind"];
}

const failures: readonly Failure[] = [
  {
    name: "a malformed message",
    at: "decoder",
    chunks: [...items, BAD],
    end: "wait",
    frames,
    reason: instanceOf(FrameError, { code: "body", index: count }),
    kind: "cut",
  },
  {
    name: "a source whose pull() throws",
    at: "source",
    chunks: items,
    end: { throws: X },
    frames,
    reason: X,
    kind: "cut",
  },
  {
    name: "a message after the error frame",
    at: "guard",
    chunks: [...items, E, A],
    end: "wait",
    frames: [...frames, frameE],
    reason: instanceOf(FrameAfterErrorError),
    kind: "violated",
  },
];

interface Pipeline {
  readonly stream: ReadableStream;
  readonly ending: Promise<AnyEnding> | undefined;
}

function pipeline(links: readonly Link[], source: ReadableStream): Pipeline {
  let stream = source;
  let ending: Promise<AnyEnding> | undefined;
  for (const link of links) {
    if (link === "decoder") {
      stream = stream.pipeThrough(new NotificationDecoderStream());
    } else if (typeof link === "object") {
      const room = [{ highWaterMark: link.writable }, { highWaterMark: link.readable }] as const;
      stream = stream.pipeThrough(new TransformStream(undefined, ...room));
    } else {
      const guard = link === "guard" ? new TerminalGuard<NotificationFrame>() : new NotificationGuardedDecoderStream();
      stream = stream.pipeThrough<NotificationFrame>(guard);
      ending = guard.ending;
    }
  }
  return { stream, ending };
}

/** An error that passes through a stage of the platform's empties the queue of that stage's readable side. */
function mayLose(links: readonly Link[], { at }: Failure): boolean {
  const guard = links.findIndex((link) => link === "guard" || link === "guarded");
  const decoder = links.findIndex((link) => link === "decoder" || link === "guarded");
  const failing = { source: -1, decoder, guard }[at];
  return links.some((link, index) => index > failing && typeof link === "object" && link.readable > 0);
}

const nameOf = (link: Link): string =>
  typeof link === "string" ? link : `platform stage ${link.writable}/${link.readable}`;

const rooms = [0, 1, 16];
const platform = rooms.flatMap((writable) => rooms.map((readable): Platform => ({ writable, readable })));

const pipelines: readonly (readonly Link[])[] = [
  ["guarded"],
  ["decoder", "guard"],
  ["decoder", "guard", { writable: 1, readable: 0 }, { writable: 1, readable: 0 }],
  ...platform.map((link): Link[] => ["decoder", link, "guard"]),
  ...platform.map((link): Link[] => [link, "guarded"]),
  ...platform.map((link): Link[] => ["guarded", link]),
];

/** Whether it moves in few runtimes only, where one failure may stand for all. */
function needsZero(links: readonly Link[]): boolean {
  return links.some((link) => typeof link === "object" && link.writable === 0);
}

async function deliver(links: readonly Link[], failure: Failure): Promise<void> {
  for (const link of links) {
    if (typeof link === "object" && link.writable === 0) await needsMovingZero(link.readable);
  }
  for (const pace of paces) {
    const { stream, ending } = pipeline(links, pullSource(failure.chunks, failure.end).stream);
    const { values, end } = await readAll(stream, pace);
    const loses = mayLose(links, failure);
    equal(values, failure.frames.slice(0, loses ? values.length : undefined), pace);
    equal(end, { rejected: failure.reason }, pace);
    const ended = await ending;
    equal([ended?.kind, ended && "reason" in ended && ended.reason], [failure.kind, failure.reason], pace);
    const handed = values.filter((frame) => frame !== frameE && Reflect.get(Object(frame), "type") !== "error").length;
    // Behind the guard a platform stage may drop what the guard has handed to it.
    if (typeof links.at(-1) === "string" || !loses) equal(ended?.frames, handed, pace);
    else ok(Number(ended?.frames) >= handed, `The ending counts ${ended?.frames} of ${handed} frames`);
  }
}

/** Whatever fails, every frame before it reaches the reader, whatever stages of the platform stand around. */
export const deliveryTests: readonly Test[] = [
  ...pipelines.flatMap((links) =>
    (needsZero(links) ? failures.slice(0, 1) : failures).map((failure) =>
      test(`Delivery of ${mayLose(links, failure) ? "a prefix" : "every frame"} by [${links.map(nameOf).join(", ")}] before ${failure.name}`, () =>
        deliver(links, failure)),
    ),
  ),
  test("Delivery of every frame to a reader that takes 4 ms for each, and to one that comes after 60 ms", async () => {
    for (const [each, first] of [
      [4, 0],
      [0, 60],
    ] as const) {
      const { stream } = pipeline(
        ["decoder", { writable: 1, readable: 0 }, "guard"],
        pullSource([...items, BAD]).stream,
      );
      const reader = stream.getReader();
      await pause(first);
      for (const frame of frames) {
        equal((await reader.read()).value, frame);
        await pause(each);
      }
      equal(await reader.read().catch((error: unknown) => error), instanceOf(FrameError));
    }
  }),
  test("Delivery of what a source gives that fails with messages in its queue: a prefix, and never finished", async () => {
    const source = new ReadableStream({
      start(controller) {
        for (const one of items) controller.enqueue(one);
        controller.error(X);
      },
    });
    const { stream, ending } = pipeline(["guarded"], source);
    const { values, end } = await readAll(stream);
    equal(values, frames.slice(0, values.length));
    equal(end, { rejected: X });
    equal(await ending, { kind: "cut", frames: values.length, reason: X });
  }),
];
