import { readFileSync } from "node:fs";
import type { TapeEnding, TapeRecord } from "channel-frames/tape";
import { describe, expect, test } from "vitest";
import { A, B, BAD, C, E, E2, item, message, notification, T, TC, usage } from "../support/messages.ts";
import { runCli } from "./support/run_cli.ts";
import { finish, fixture, header, received, tapeOf } from "./support/tapes.ts";

const progress = notification("notifications/progress", { progressToken: "copy", progress: 1, total: 3 });
const log = notification("notifications/message", { level: "info", logger: "db", data: "up \x1b[31mand running" });

const mixed = (): Promise<Uint8Array<ArrayBuffer>> =>
  tapeOf(
    { ...header, metadata: { build: 7 } },
    { type: "message", elapsed: 1.5, direction: "out", message: new TextEncoder().encode("hello") },
    received(progress, 10),
    received(log, 1000),
    received(BAD),
    { type: "dropped", elapsed: 20, messages: 3, bytes: 99 },
    received(E),
    finish,
  );

describe("the listing", () => {
  test("in a pipe", async () => {
    const { code, out, err } = await runCli(["inspect", "-"], { stdin: await mixed() });
    expect({ code, err }).toEqual({ code: 3, err: "" });
    expect(out.split("\n")).toEqual([
      "notifications over a test, 2026-11-30 20:15:03.120 UTC",
      '{"build":7}',
      "   seconds       #  type          method or type              size",
      "     0.002       0  sent                                       5 B  hello",
      '     0.012       1  notification  progress                    93 B  1 of 3, token "copy"',
      "     1.012       2  notification  message                    109 B  info of db: up \\u001b[31mand running",
      "     1.112       3  malformed                                  9 B  The notification (tag 0) is not JSON: not json",
      "     1.132          not taped                                       3 messages",
      "     1.232       7  error                                     33 B  -32603: boom",
      "     1.282  failed: 2 frames, then the error, which was the last word. (-32603: boom)",
      "",
    ]);
  });

  test("on a terminal is coloured, and no wider", async () => {
    const screen = { columns: 86, colour: true, progress: false };
    const { out } = await runCli(["inspect", "-"], { stdin: await mixed(), screen });
    expect(out).toContain('\x1b[36mnotification\x1b[0m  progress                    93 B  1 of 3, token "co…\n');
    expect(out).toContain("\x1b[31mfailed\x1b[0m: 2 frames");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal is told
    const lines = out.replace(/\x1b\[\d+m/g, "").split("\n");
    // Nothing of what the peer sent to the terminal reaches it.
    expect(out).not.toContain("\x1b[31mand");
    expect(lines.slice(0, -2).filter((line) => line.length > 86)).toEqual([]);
  });

  test("of the latest time that a tape can hold, and of no carrier", async () => {
    const tape = await tapeOf({ ...header, carrier: undefined, startedAt: Number.MAX_SAFE_INTEGER / 1000 }, finish);
    const { out } = await runCli(["inspect", "-"], { stdin: tape });
    expect(out).toMatch(/^notifications, 2255-06-05 23:47:34\.740 UTC\n/);
  });

  test("of a family that nobody knows, or that is asked for", async () => {
    const tape = await tapeOf({ ...header, family: "mine" }, received(A), received(message(1, "\xff")), finish);
    const raw = await runCli(["inspect", "-"], { stdin: tape });
    expect(raw.out).toContain('item                                      34 B  {"method":"x/a","params":{"n":1}}\n');
    expect(raw.out).toContain("error                                      3 B  ÿ\n");
    const { out } = await runCli(["inspect", "-", "--family", "notifications"], { stdin: tape });
    expect(out).toContain('notification  x/a                         34 B  {"n":1}\n');
  });
});

describe("--json", () => {
  test("is one object a line, with each body exactly as it was sent", async () => {
    const wide = message(0, '{"method":"x/wide",\n "params":{"id":12345678901234567890, "t":"\u009b"}}');
    const tape = await tapeOf(
      header,
      received(wide),
      received(BAD),
      received(message(0, "\xff").slice(0, 2)),
      received(E),
      finish,
    );
    const { code, out } = await runCli(["inspect", "--json", "-"], { stdin: tape });
    expect(code).toBe(3);
    expect(out.split("\n")).toEqual([
      '{"type":"head","family":"notifications","carrier":"a test","started":"2026-11-30T20:15:03.120Z","metadata":{}}',
      '{"type":"notification","n":0,"ms":100,"name":"x/wide","bytes":69,"body":{"method":"x/wide",  "params":{"id":12345678901234567890, "t":"\\u009b"}}}',
      '{"type":"malformed","n":1,"ms":200,"bytes":9,"problem":{"code":"body","message":"The notification (tag 0) is not JSON: not json"},"text":"not json"}',
      expect.stringMatching(/^\{"type":"malformed","n":2,.*"base64":"ww=="\}$/),
      '{"type":"error","n":3,"ms":400,"bytes":33,"body":{"code":-32603,"message":"boom"}}',
      '{"type":"ending","ms":450,"kind":"failed","frames":1,"detail":"-32603: boom"}',
      "",
    ]);
    for (const line of out.trimEnd().split("\n")) expect(JSON.parse(line)).toBeTypeOf("object");
  });
});

describe("--stats", () => {
  test("counts what there is, and when it came", async () => {
    const { code, out } = await runCli(["inspect", "--stats", "-"], { stdin: await mixed() });
    expect(code).toBe(3);
    expect(out.split("\n")).toEqual([
      "5 messages in 1.3 s, 3.9 a second",
      "249 B, 194 B a second; the smallest 5 B, the mean 50 B, the largest 109 B",
      "3 messages not taped",
      "",
      "       count     bytes  what",
      "           1       5 B  sent",
      "           1      93 B  notification notifications/progress",
      "           1     109 B  notification notifications/message",
      "           1       9 B  malformed",
      "           1      33 B  error",
      "",
      "gaps between messages",
      "  10 ms to 20 ms  ████████████████ 1",
      "  20 ms to 50 ms  0",
      " 50 ms to 100 ms  0",
      "100 ms to 200 ms  ████████████████████████████████ 2",
      "200 ms to 500 ms  0",
      " 500 ms to 1.0 s  0",
      "  1.0 s to 2.0 s  ████████████████ 1",
      "the longest, 1.0 s, before message 2",
      "",
      "failed: 2 frames, then the error, which was the last word. (-32603: boom)",
      "",
    ]);
  });

  test("of nothing, and of names without end", async () => {
    const none = await runCli(["inspect", "--stats", "-"], { stdin: await tapeOf(header, finish) });
    expect(none.out).toBe(
      "0 messages in 50 ms, 0.0 a second\n0 B, 0 B a second; the smallest 0 B, the mean 0 B, the largest 0 B\n\nunserved: 0 frames, and the finish at once: nobody served this.\n",
    );
    const names = Array.from({ length: 500 }, (_, at) => received(notification(`x/${at}`)));
    const { out } = await runCli(["inspect", "--stats", "-"], { stdin: await tapeOf(header, ...names, finish) });
    expect(out).toMatch(/^ +300 .* {2}\(others\)$/m);
  });
});

describe("--text", () => {
  const loop = { ...header, family: "run-loop" };
  const asText = async (...records: readonly TapeRecord[]): Promise<string> =>
    (await runCli(["inspect", "--text", "-"], { stdin: await tapeOf(loop, ...records) })).out;

  test("reads as a person reads: text on, calls whole", async () => {
    const out = await asText(
      received(item({ type: "user", prompt: "Which?" })),
      received(item({ type: "assistant_reasoning", text: "Two" })),
      received(item({ type: "assistant_reasoning", text: " cities" })),
      received(T("I will\n")),
      received(T("look.\x1b[2J")),
      received(TC("c1", "get", '{"ci')),
      received(TC("c2", "get", '{"city":"Oslo"')),
      received(TC("c1", "get", 'ty":"Rome"}')),
      received(item({ type: "tool_response", id: "c1", content: [{ type: "text", text: "sunny" }] })),
      received(item({ type: "assistant_text_content", text: "Sub", parent_tool_call_id: "c1" })),
      received(T("Main.")),
      received(usage(5, 10, 15)),
      received(item({ type: "notification", is_fatal: true, message: "over" })),
      finish,
    );
    expect(out.split("\n")).toEqual([
      "> Which?",
      "Two cities",
      "I will",
      "look.\\u001b[2J",
      '→ get {"city":"Rome"}',
      "← c1: sunny",
      "[c1] Sub",
      "Main.",
      'fatal: "over"',
      // Its response never came.
      '→ get {"city":"Oslo"',
      "10 + 5 = 15 tokens",
      "finished: 13 frames, then the finish. This was all of it.",
      "",
    ]);
  });

  test("an error frame, what is malformed, and what is missing stand on lines of their own", async () => {
    const out = await asText(
      received(T("so")),
      received(BAD),
      { type: "dropped", elapsed: 0, messages: 2, bytes: 9 },
      received(E2(null)),
      finish,
    );
    expect(out.split("\n").slice(0, 4)).toEqual([
      "so",
      expect.stringMatching(/^malformed: .*not json$/),
      "2 not taped",
      "error: null",
    ]);
  });

  test("of notifications gives their telling part", async () => {
    const { out } = await runCli(["inspect", "--text", "-"], {
      stdin: await tapeOf(header, received(progress), finish),
    });
    expect(out.split("\n")[0]).toBe('progress: 1 of 3, token "copy"');
  });
});

describe("what is shown", () => {
  const shown = async (...options: readonly string[]): Promise<readonly unknown[]> => {
    const { out } = await runCli(["inspect", "--json", "-", ...options], { stdin: await mixed() });
    const lines: readonly { readonly n?: number }[] = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    // The ending is that of all of it in any case.
    expect(lines.at(-1)).toMatchObject({ type: "ending", kind: "failed", frames: 2 });
    return lines.flatMap(({ n }) => (n === undefined ? [] : [n]));
  };

  test.each([
    [[], [0, 1, 2, 3, 7]],
    [["--type", "error"], [7]],
    [
      ["--type", "error", "--type", "malformed"],
      [3, 7],
    ],
    [["--type", "wat"], []],
    [["--method", "progress"], [1]],
    [["--method", "notifications/progress"], [1]],
    [
      ["--method", "*ess*"],
      [1, 2],
    ],
    [["--method", "p.ogress"], []],
    [
      ["--grep", "boom|hello"],
      [0, 7],
    ],
    [["--grep", "BOOM", "-i"], [7]],
    [["--grep", "BOOM"], []],
    [
      ["--from", "1.012"],
      [3, 7],
    ],
    [
      ["--from", "1", "--until", "1112ms"],
      [2, 3],
    ],
    [["--until", "5ms"], [0]],
    [["--method", "*", "--from", "1"], [2]],
  ])("%j", async (options, numbers) => {
    expect(await shown(...options)).toEqual(numbers);
  });

  test("chunks by their type", async () => {
    const tape = await tapeOf({ ...header, family: "run-loop" }, received(T("a")), received(usage(1, 1, 2)), finish);
    const { out } = await runCli(["inspect", "-", "--type", "usage"], { stdin: tape });
    expect(out.match(/ chunk /g)).toHaveLength(1);
    expect(out).toContain("1 + 1 = 2 tokens");
  });
});

describe("the exit code says the ending", () => {
  const cut = (fields: Partial<Extract<TapeEnding, { kind: "cut" }>>): TapeRecord => ({
    type: "end",
    elapsed: 1,
    ending: { kind: "cut", by: "carrier", ...fields },
  });
  const cancelled: TapeRecord = { type: "end", elapsed: 1, ending: { kind: "cancelled", reason: "enough" } };

  test.each<[string, number, readonly TapeRecord[], RegExp]>([
    ["finished", 0, [received(A), received(B), finish], /finished: 2 frames, then the finish\. This was all of it\.$/],
    ["finished, though nothing could be read", 0, [received(BAD), finish], /finished: 0 frames/],
    ["failed", 3, [received(A), received(E), finish], /failed: 1 frame, then the error, .*\(-32603: boom\)$/],
    ["failed, though the carrier broke after", 3, [received(E), cut({})], /failed: 0 frames/],
    ["unserved", 4, [finish], /unserved: 0 frames, and the finish at once: nobody served this\.$/],
    ["violated", 6, [received(E), received(C), finish], /violated: 0 frames, then the error, and more after it/],
    ["cut", 5, [received(A), cut({ closeCode: 1006 })], /cut: 1 frame, and no finish.*\(close code 1006\)$/],
    [
      "cut from this side",
      5,
      [cut({ by: "overrun", reason: "slow" })],
      /cut: 0 frames.*\(The reader was too slow.*; slow\)$/,
    ],
    ["cut without a word", 5, [received(A), cut({})], /cut: 1 frame, and no finish: there may have been more\.$/],
    ["cut, for want of an end", 5, [received(A)], /cut: 1 frame.*\(.*end.*\)$/],
    ["cancelled", 7, [received(A), cancelled], /cancelled: 1 frame, then the reader left\. \(enough\)$/],
  ])("%s: %i", async (_, code, records, words) => {
    const result = await runCli(["inspect", "-"], { stdin: await tapeOf(header, ...records) });
    expect(result).toMatchObject({ code, err: "" });
    expect(result.out.trimEnd().split("\n").at(-1)).toMatch(words);
  });

  test("a tape that is cut after any byte is cut, and never finished", async () => {
    const tape = await tapeOf(header, received(A), received(B), finish);
    let most = 0;
    for (let end = 0; end < tape.byteLength; end++) {
      const { code, out } = await runCli(["inspect", "--json", "-"], { stdin: tape.slice(0, end) });
      expect(code, `${end} bytes`).toBe(5);
      const lines: readonly { readonly type: string }[] = out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      const count = lines.filter(({ type }) => type === "notification").length;
      // It never becomes less, and each is there once its bytes are.
      expect(count).toBeGreaterThanOrEqual(most);
      most = count;
      expect(lines.at(-1)).toMatchObject({ type: "ending", kind: "cut", frames: count });
    }
    expect(most).toBe(2);
    expect(await runCli(["inspect", "-"], { stdin: tape })).toMatchObject({ code: 0 });
  });

  test("a damaged tape is told as far as it is good, and is an error", async () => {
    const good = await tapeOf(header, received(A));
    const { code, out, err } = await runCli(["inspect", "-"], {
      stdin: Buffer.concat([good, Buffer.from("c1", "hex")]),
    });
    expect(code).toBe(1);
    expect(err).toMatch(new RegExp(`^channel-frames: .*at byte ${good.byteLength} of the tape`));
    expect(out).toContain(" x/a ");
    expect(out).toContain("cut: 1 frame");
    const whole = await tapeOf(header, received(A), finish);
    const after = await runCli(["inspect", "-"], { stdin: Buffer.concat([whole, Buffer.from("garbage")]) });
    expect(after).toMatchObject({ code: 1, err: expect.stringContaining(`at byte ${whole.byteLength}`) });
    expect(after.out).toContain("finished: 1 frame");
  });
});

describe("progress", () => {
  const screen = { columns: undefined, colour: false, progress: true };
  const ticking = (): (() => number) => {
    let now = 0;
    return () => {
      now += 600;
      return now;
    };
  };

  test("is told on the way, and is gone in the end", async () => {
    const { out, err } = await runCli(["inspect", fixture("run_loop")], { screen, now: ticking() });
    expect(out).toContain("finished: 53 frames");
    expect(err).toBe("\r100 % of 3.7 kB read\x1b[K\r\x1b[K");
  });

  test("says how much it was where nobody knows how much there is", async () => {
    const stdin = readFileSync(fixture("run_loop"));
    const { err } = await runCli(["inspect", "-"], { stdin, screen, now: ticking() });
    expect(err).toBe("\r3.7 kB read\x1b[K\r\x1b[K");
  });

  test("is gone when it breaks off", async () => {
    const stdin = Buffer.concat([await tapeOf(header, received(A)), Buffer.from("c1", "hex")]);
    const { code, err } = await runCli(["inspect", "-"], { stdin, screen, now: ticking() });
    expect(code).toBe(1);
    expect(err).toContain("read\x1b[K\r\x1b[Kchannel-frames: ");
  });

  test("is not told of what is over at once", async () => {
    expect(await runCli(["inspect", fixture("run_loop")], { screen })).toMatchObject({ err: "" });
  });
});
