import { type ReplayOptions, replay, type TapeRecord } from "channel-frames/tape";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fateOf, rejection } from "../support/fate.ts";
import { A } from "../support/messages.ts";
import { pullSource } from "../support/pull_source.ts";
import { header, streamOf, tapeOf } from "./support/tapes.ts";

const day = 24 * 3600 * 1000;

const messageAfter = (elapsed: number): TapeRecord => ({ type: "message", elapsed, direction: "in", message: A });

const finishAfter = (elapsed: number): TapeRecord => ({ type: "end", elapsed, ending: { kind: "finish" } });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** When each read is answered, the end included, in milliseconds since the first of them. */
async function times(records: readonly TapeRecord[], options: ReplayOptions, pace = 0): Promise<readonly number[]> {
  const reader = replay(streamOf(await tapeOf(...records)), options).getReader();
  const start = performance.now();
  const came: number[] = [];
  const reading = (async () => {
    for (;;) {
      const { done } = await reader.read();
      came.push(performance.now() - start);
      if (done) return;
      if (pace > 0) await new Promise((resolve) => setTimeout(resolve, pace));
    }
  })();
  while ((await fateOf(reading)) === "pending") vi.advanceTimersToNextTimer();
  return came;
}

describe("messages and the end come", () => {
  const records = [header, messageAfter(100), messageAfter(200), messageAfter(300), finishAfter(400)];

  test.each<[string, ReplayOptions, readonly number[], number?]>([
    ["when they came", { speed: 1 }, [100, 300, 600, 1000]],
    ["ten times as fast", { speed: 10 }, [10, 30, 60, 100]],
    ["at half the speed", { speed: 0.5 }, [200, 600, 1200, 2000]],
    ["at once", { speed: Number.POSITIVE_INFINITY }, [0, 0, 0, 0]],
    ["at once, if nothing is said", {}, [0, 0, 0, 0]],
    ["from a time on", { speed: 1, from: 250 }, [50, 350, 750]],
    ["from a time on, ten times as fast", { speed: 10, from: 250 }, [5, 35, 75]],
    ["to a reader that is late as soon as it reads, and then in time again", { speed: 1 }, [100, 350, 600, 1000], 250],
  ])("%s", async (_, options, expected, pace) => {
    const came = await times(records, options, pace);
    // A timer counts in whole milliseconds.
    expect(came.map(Math.round)).toStrictEqual(expected);
  });

  test("after a month, though no timer waits as long", async () => {
    const came = await times([header, messageAfter(30 * day), finishAfter(30 * day)], { speed: 1 });
    expect(came.map((time) => Math.round(time / day))).toStrictEqual([30, 60]);
  });
});

test.each(["cancel", "signal", "until"] as const)("no timer is left after the end by %s", async (way) => {
  const source = pullSource([await tapeOf(header, messageAfter(1), messageAfter(1000))], "wait");
  const abort = new AbortController();
  const options = { speed: 1, signal: abort.signal, ...(way === "until" ? { until: 500 } : {}) };
  const reader = replay(source.stream, options).getReader();
  const first = reader.read();
  await fateOf(first);
  vi.advanceTimersByTime(1);
  await first;
  const second = reader.read();
  const failure = way === "cancel" ? undefined : rejection(second);
  await fateOf(Promise.resolve());
  if (way !== "until") expect(vi.getTimerCount()).toBe(1);
  if (way === "cancel") {
    await reader.cancel("left");
    expect((await second).done).toBe(true);
  } else if (way === "signal") {
    abort.abort("left");
    expect(await failure).toBe("left");
  } else {
    expect(await failure).toMatchObject({ by: "local" });
  }
  expect(vi.getTimerCount()).toBe(0);
  expect(source.cancels).toHaveLength(1);
});
