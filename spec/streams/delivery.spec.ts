import { FrameAfterErrorError, FrameError, type NotificationFrame } from "channel-frames";
import { describe, expect, test } from "vitest";
import { frameE, notificationFrame } from "../support/frames.ts";
import { A, BAD, E, notification } from "../support/messages.ts";
import { type Link, pipeline } from "../support/pipelines.ts";
import { pullSource, type SourceEnd } from "../support/pull_source.ts";
import { paces, readAll } from "../support/read_all.ts";
import type { AnyEnding } from "../support/subjects.ts";

const count = 10;
const items = Array.from({ length: count }, (_, n) => notification("x/item", { n }));
const frames = Array.from({ length: count }, (_, n) => notificationFrame("x/item", n));
const X = Symbol("broken");

/** A failure that comes after ten good messages. */
interface Failure {
  readonly name: string;
  /** Who fails, in the order of the pipeline: whatever is behind that has the failure passing through it. */
  readonly at: "source" | "decoder" | "guard" | "reader";
  readonly messages: readonly Uint8Array[];
  readonly end: SourceEnd;
  /** Who pulls the plug, if nothing breaks by itself. */
  readonly by?: "pipe" | "option";
  readonly frames: readonly NotificationFrame[];
  readonly reason: unknown;
  readonly kind: AnyEnding["kind"];
}

const failures: readonly Failure[] = [
  {
    name: "a malformed message",
    at: "decoder",
    messages: [...items, BAD],
    end: "wait",
    frames,
    reason: expect.any(FrameError),
    kind: "cut",
  },
  {
    name: "a source whose pull() throws",
    at: "source",
    messages: items,
    end: { throws: X },
    frames,
    reason: X,
    kind: "cut",
  },
  {
    name: "a message after the error frame",
    at: "guard",
    messages: [...items, E, A],
    end: "wait",
    frames: [...frames, frameE],
    reason: expect.any(FrameAfterErrorError),
    kind: "violated",
  },
  {
    name: "the signal of the pipe",
    at: "source",
    messages: items,
    end: "wait",
    by: "pipe",
    frames,
    reason: X,
    kind: "cut",
  },
  // Whoever uses it wants to be rid of what is not read yet, so here it comes when everything is.
  {
    name: "the option signal",
    at: "reader",
    messages: items,
    end: "wait",
    by: "option",
    frames,
    reason: X,
    kind: "cut",
  },
];

// No room on the writable side of a platform stage is left out: on Node such a stage never moves, good news or bad.
const platform = [1, 16].flatMap((writable) => [0, 1, 16].map((readable) => ({ writable, readable })));

const pipelines: readonly (readonly Link[])[] = [
  ["guarded"],
  ["decoder", "guard"],
  ...platform.map((link): Link[] => ["decoder", link, "guard"]),
  ...platform.map((link): Link[] => [link, "guarded"]),
  ...platform.map((link): Link[] => ["guarded", link]),
];

/**
 * An error that passes through a stage of the platform's empties that stage's readable queue. That is the limit of what
 * stages of ours can do for a neighbour: give platform stages no room on the readable side, as is their default.
 */
function mayLose(links: readonly Link[], { at }: Failure): boolean {
  const own = { source: -1, decoder: links.findIndex((link) => link === "decoder" || link === "guarded") };
  const guard = links.findIndex((link) => link === "guard" || link === "guarded");
  const failing = at === "reader" ? links.length : at === "guard" ? guard : own[at];
  return links.some((link, index) => index > failing && typeof link === "object" && link.readable > 0);
}

function nameOf(link: Link): string {
  return typeof link === "string" ? link : `platform ${link.writable}/${link.readable}`;
}

for (const links of pipelines) {
  describe(`[${links.map(nameOf).join(", ")}]`, { timeout: 5000 }, () => {
    for (const failure of failures) {
      const loses = mayLose(links, failure);
      for (const pace of paces) {
        const what = loses ? "a prefix (the platform's limit)" : "every frame";
        test(`gives a reader that is ${pace} ${what} before ${failure.name}`, async () => {
          const abort = new AbortController();
          const source = pullSource(failure.messages, failure.end, {
            onPull: (pulls) => failure.by === "pipe" && pulls > count && abort.abort(X),
          });
          const { frames, ending } = pipeline(links, source.stream, {
            pipeSignal: failure.by === "pipe" ? abort.signal : undefined,
            signal: failure.by === "option" ? abort.signal : undefined,
          });
          const { values, end } = await readAll(frames, pace, (read) => {
            if (failure.by === "option" && read === count) abort.abort(X);
          });
          expect(values).toStrictEqual(failure.frames.slice(0, loses ? values.length : undefined));
          expect(end).toStrictEqual({ rejected: failure.reason });
          const ended = await ending;
          const guardsLast = typeof links.at(-1) === "string";
          if (failure.by === "option" && !links.includes("decoder")) {
            // The guard's own option is no cut: it was told to leave.
            expect(ended).toStrictEqual({ kind: "cancelled", frames: count, reason: X });
          } else {
            const handed = values.filter((frame) => frame.type !== "error").length;
            expect(ended).toMatchObject({ kind: failure.kind, reason: failure.reason });
            if (guardsLast || !loses) expect(ended.frames).toBe(handed);
            else expect(ended.frames).toBeGreaterThanOrEqual(handed);
          }
        });
      }
    }
  });
}

test("a platform stage with room on its readable side loses what it has queued, in front of a guard that says so", async () => {
  const links: readonly Link[] = ["decoder", { writable: 1, readable: 16 }, "guard"];
  const { frames: read, ending } = pipeline(links, pullSource([...items, BAD]).stream);
  const { values, end } = await readAll(read, "late");
  expect(values.length).toBeLessThan(count);
  expect(end).toStrictEqual({ rejected: expect.any(FrameError) });
  expect(await ending).toStrictEqual({ kind: "cut", frames: values.length, reason: expect.any(FrameError) });
});
