import { replay, type TapeRecord } from "channel-frames/tape";
import { describe, expect, test } from "vitest";
import { rejection } from "../support/fate.ts";
import { A, B } from "../support/messages.ts";
import { turn } from "../support/pause.ts";
import { pullSource } from "../support/pull_source.ts";
import { readAll } from "../support/read_all.ts";
import { messageAt } from "./support/replayed.ts";
import { finish, header, inChunks, streamOf, tapeOf } from "./support/tapes.ts";

describe("the header", () => {
  const named: TapeRecord = { ...header, family: "f" };

  test.each([true, false])("can be had before a message, or while one is read: %o", async (isBefore) => {
    const replaying = replay(streamOf(...inChunks(await tapeOf(named, messageAt(0, A), messageAt(0, B), finish), 5)));
    if (isBefore) {
      expect(await replaying.header).toStrictEqual(named);
      expect(await replaying.header).toStrictEqual(named);
    }
    const reading = readAll(replaying, "slow");
    expect(await replaying.header).toStrictEqual(named);
    expect(await reading).toStrictEqual({ values: [A, B], end: "done" });
    expect(await replaying.header).toStrictEqual(named);
  });

  test("is not read before anybody asks", async () => {
    const source = pullSource([await tapeOf(named)], "wait");
    const replaying = replay(source.stream);
    await turn();
    expect(source.pulls).toBe(0);
    expect(await replaying.header).toStrictEqual(named);
    expect(source.pulls).toBe(1);
  });

  test("rejects for what is no tape, and so does the first read", async () => {
    const replaying = replay(streamOf(A));
    expect(await rejection(replaying.header)).toMatchObject({ code: "not-a-tape" });
    expect(await readAll(replaying)).toMatchObject({ values: [], end: { rejected: { code: "not-a-tape" } } });
  });

  test("rejects for a tape that stops before it, and is no unhandled rejection when nobody asks", async () => {
    const replaying = replay(streamOf());
    expect(await readAll(replaying)).toMatchObject({ values: [], end: { rejected: { code: "cut" } } });
    expect(await rejection(replaying.header)).toMatchObject({ code: "cut" });
  });

  test("rejects for a replay that was cancelled before", async () => {
    const replaying = replay(streamOf(A));
    await replaying.cancel("no");
    expect(await rejection(replaying.header)).toBe("no");
  });
});
