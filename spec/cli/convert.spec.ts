import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { TapeRecord } from "channel-frames/tape";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readRecordLine } from "../../lib/cli/read_record_line.ts";
import { recordLine } from "../../lib/cli/record_line.ts";
import { A, B, E, message } from "../support/messages.ts";
import { runCli } from "./support/run_cli.ts";
import { finish, fixture, header, received, recordsOf, TestFolder, tapeOf } from "./support/tapes.ts";

let folder: TestFolder;

beforeAll(() => {
  folder = new TestFolder();
});

afterAll(() => folder.remove());

describe("a tape becomes JSON lines, and they become the same tape", () => {
  test.each(["mcp_server", "mcp_server_cut", "mcp_server_died", "run_loop"])("%s", async (name) => {
    const [lines, again] = [folder.file(`${name}.jsonl`), folder.file(`${name}.tape`)];
    expect(await runCli(["convert", fixture(name), lines])).toEqual({
      code: 0,
      out: "",
      err: "",
      bytes: expect.anything(),
    });
    const values: readonly { readonly type: string }[] = readFileSync(lines, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect([values[0]?.type, values.at(-1)?.type]).toEqual(["header", "end"]);
    expect(await runCli(["convert", lines, again])).toMatchObject({ code: 0, err: "" });
    expect(readFileSync(again)).toEqual(readFileSync(fixture(name)));
  });

  test("through pipes", async () => {
    const tape = readFileSync(fixture("run_loop"));
    const { out } = await runCli(["convert", "-"], { stdin: tape });
    const { bytes } = await runCli(["convert", "-"], { stdin: `\n${out.replaceAll("\n", "\r\n\r\n").trimEnd()}` });
    expect(Buffer.from(bytes)).toEqual(tape);
  });

  test("a tape that was cut stays one", async () => {
    const whole = await tapeOf(header, received(A), received(B), finish);
    const { code, out, err } = await runCli(["convert", "-"], { stdin: whole.slice(0, -3) });
    expect({ code, err }).toEqual({
      code: 0,
      err: "The tape has no end: it was cut, and so will be what is made of it\n",
    });
    const { bytes } = await runCli(["convert", "-"], { stdin: out });
    expect(bytes).toEqual(await tapeOf(header, received(A), received(B)));
  });

  test("a damaged tape is converted as far as it is good, and is an error", async () => {
    const good = await tapeOf(header, received(A));
    const stdin = Buffer.concat([good, Buffer.from("c1", "hex")]);
    const { code, out, err } = await runCli(["convert", "-"], { stdin });
    expect(code).toBe(1);
    expect(err).toContain(`at byte ${good.byteLength} of the tape`);
    expect(out.split("\n")).toHaveLength(3);
  });
});

describe("the body of a message", () => {
  test.each<[string, Uint8Array, object]>([
    ["that JSON writes the same is a value", A, { tag: 0, json: { method: "x/a", params: { n: 1 } } }],
    ["of an error, too", E, { tag: 1, json: { code: -32603, message: "boom" } }],
    ["with spaces is text", message(0, '{"a": 1}'), { tag: 0, text: '{"a": 1}' }],
    ["with digits that a number has no room for is text", message(0, "[1.0,12345678901234567890]"), { tag: 0 }],
    ["with a key twice is text", message(0, '{"a":1,"a":2}'), { tag: 0, text: '{"a":1,"a":2}' }],
    ["with a byte order mark is text", message(0, "\ufeff1"), { tag: 0, text: "\ufeff1" }],
    ["that is no text is base64", Uint8Array.of(7, 0xff), { tag: 7, base64: "/w==" }],
    ["may be empty", Uint8Array.of(1), { tag: 1, text: "" }],
    ["of a message with nothing at all", new Uint8Array(), { text: "" }],
  ])("%s", (_, bytes, members) => {
    const line = recordLine(received(bytes));
    expect(JSON.parse(line)).toMatchObject(members);
    expect(readRecordLine(line, 1)).toEqual(received(new Uint8Array(bytes)));
  });

  test("that was sent has no tag", () => {
    const sent: TapeRecord = {
      type: "message",
      elapsed: 0,
      direction: "out",
      message: new TextEncoder().encode('{"prompt":"a"}'),
    };
    expect(recordLine(sent)).toBe('{"type":"message","elapsed":0,"direction":"out","json":{"prompt":"a"}}\n');
    expect(readRecordLine(recordLine(sent), 1)).toEqual(sent);
  });
});

const elapsed = fc.integer({ min: 0, max: 10_000_000 }).map((micros) => micros / 1000);
const body = fc.oneof(
  fc.uint8Array(),
  fc.json({ noUnicodeString: false }).map((text) => new TextEncoder().encode(`\0${text}`)),
  fc.string({ unit: "binary" }).map((text) => new TextEncoder().encode(text)),
);
const anyRecord: fc.Arbitrary<TapeRecord> = fc.oneof(
  fc.record({
    type: fc.constant("message" as const),
    elapsed,
    direction: fc.constantFrom("in" as const, "out" as const),
    message: body,
  }),
  fc.record({ type: fc.constant("dropped" as const), elapsed, messages: fc.nat(), bytes: fc.nat() }),
);

test("any tape is the same there and back, byte for byte", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRecord),
      fc.boolean(),
      fc.dictionary(fc.string(), fc.string()),
      async (records, isWhole, metadata) => {
        const { __proto__: _, ...plain } = metadata;
        const tape = await tapeOf({ ...header, metadata: plain }, ...records, ...(isWhole ? [finish] : []));
        const { out } = await runCli(["convert", "-"], { stdin: tape });
        const { bytes, err } = await runCli(["convert", "-"], { stdin: out });
        expect(err).toBe("");
        expect(bytes).toEqual(tape);
        expect(await recordsOf(bytes)).toHaveLength(records.length + (isWhole ? 2 : 1));
      },
    ),
    { numRuns: 50 },
  );
});

describe("lines that are no tape are refused, with their number", () => {
  const first = recordLine(header);
  const line = (value: object): string => `${first}${JSON.stringify(value)}\n`;

  test.each([
    [`${first}\n{`, "Line 3: this is no JSON"],
    [`${first}7`, "Line 2: a record is a JSON object"],
    [line([]), "Line 2: a record is a JSON object"],
    [line({ type: "wat" }), "Line 2: its type is none of header, message, dropped, end"],
    [
      line({ type: "message", elapsed: -1, direction: "in", text: "" }),
      "Line 2: elapsed must be a number, and not below 0",
    ],
    [line({ type: "message", elapsed: 1, direction: "up", text: "" }), "Line 2: direction must be one of in, out"],
    [line({ type: "message", elapsed: 1, direction: "in" }), "Line 2: a message has one of json, text and base64"],
    [line({ type: "message", elapsed: 1, direction: "in", base64: "?" }), "Line 2: a message has one of"],
    [line({ type: "message", elapsed: 1, direction: "in", text: 7 }), "Line 2: text must be text"],
    [line({ type: "message", elapsed: 1, direction: "in", tag: 256, text: "" }), "Line 2: tag must be an integer"],
    [line({ type: "dropped", elapsed: 1 }), "Line 2: messages must be a number"],
    [line({ type: "end", elapsed: 1 }), "Line 2: ending must be an object"],
    [line({ type: "end", elapsed: 1, ending: { kind: "over" } }), "Line 2: kind must be one of finish, cut, cancelled"],
    [line({ type: "end", elapsed: 1, ending: { kind: "cut" } }), "Line 2: by must be one of carrier, overrun"],
    [`${first.replace("{}", "7")}`, "Line 1: metadata must be an object"],
    [first.replace(/"startedAt":\d+/, '"startedAt":1e300'), "Invalid time: startedAt"],
    [recordLine(finish), "The first line of a tape is its header"],
  ])("%s", async (stdin, message) => {
    const { code, err } = await runCli(["convert", "-"], { stdin });
    expect([1, 2]).toContain(code);
    expect(err).toMatch(/^channel-frames: [^\n]+\n$/);
    expect(err).toContain(message);
  });

  test("that are no UTF-8", async () => {
    const stdin = Buffer.concat([Buffer.from(first), Buffer.from("7bff", "hex")]);
    expect(await runCli(["convert", "-"], { stdin })).toMatchObject({
      code: 1,
      err: "channel-frames: The input is neither a tape nor text in UTF-8\n",
    });
  });
});

describe("the file that is written", () => {
  test("is not replaced, unless that is asked for", async () => {
    const path = folder.file("mine.jsonl");
    writeFileSync(path, "mine");
    expect(await runCli(["convert", fixture("run_loop"), path])).toMatchObject({ code: 1 });
    expect(readFileSync(path, "utf8")).toBe("mine");
    expect(await runCli(["convert", fixture("run_loop"), path, "--force"])).toMatchObject({ code: 0 });
    expect(readFileSync(path, "utf8")).toContain('{"type":"header"');
  });

  test("is not made of what cannot be read", async () => {
    const path = folder.file("none.jsonl");
    await runCli(["convert", "/nowhere", path]);
    expect(existsSync(path)).toBe(false);
  });

  test("is no terminal, where it is a tape", async () => {
    const screen = { columns: 80, colour: false, progress: false };
    const { code, out, err } = await runCli(["convert", "-"], { stdin: recordLine(header), screen });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("A tape is no text for a terminal: name a file");
  });
});
