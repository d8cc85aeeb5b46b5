import { beforeAll, describe, expect, test, vi } from "vitest";
import type { DemoEvent, Happening } from "../../lib/demo/demo_event.ts";
import { startMcpServer } from "../../lib/demo/mcp_server.ts";
import { jsonPrinter } from "../../lib/demo/printer_json.ts";
import { textPrinter } from "../../lib/demo/printer_text.ts";
import { readRunLoop } from "../../lib/demo/read_run_loop.ts";
import { runDemo } from "../../lib/demo/run_demo.ts";
import { PROMPT } from "../../lib/demo/run_loop_script.ts";
import { ServerProcess } from "../../lib/demo/server_process.ts";
import {
  CutError,
  encodeFrame,
  FrameAfterErrorError,
  isKnownNotification,
  runLoopFrames,
  UnservedError,
} from "../../lib/mod.ts";
import { createProxy } from "../../lib/proxy/create_proxy.ts";

/** One run of everything, as events, as text and as JSON. */
const events: DemoEvent[] = [];
const writes: string[] = [];
let json = "";
let missing: readonly string[] | undefined;

beforeAll(async () => {
  const printers = [
    (event: DemoEvent) => void events.push(event),
    textPrinter((text) => writes.push(text), false),
    jsonPrinter((text) => {
      json += text;
    }),
  ];
  const { signal } = new AbortController();
  missing = await runDemo((event) => printers.forEach((print) => void print(event)), { signal });
}, 40_000);

function happenings<K extends Happening["kind"]>(scene: string, kind: K): Extract<DemoEvent, { kind: K }>[] {
  const isWanted = (event: DemoEvent): event is Extract<DemoEvent, { kind: K }> =>
    event.scene === scene && event.kind === kind;
  return events.filter(isWanted);
}

function endingOf(scene: string): unknown {
  const endings = happenings(scene, "ending");
  expect(endings).toHaveLength(1);
  return endings[0]?.ending;
}

describe("the real server's notifications", () => {
  const notifications = () =>
    happenings("relay", "frame").map(({ frame }) => {
      if (frame.type !== "notification") throw new Error(`A frame of the type ${frame.type}`);
      return frame.notification;
    });
  const paramsOf = (method: string) =>
    notifications()
      .filter((notification) => notification.method === method)
      .map(({ params }) => params);

  test("progress comes in order, with the token that was given", () => {
    expect(paramsOf("notifications/progress")).toEqual(
      [1, 2, 3, 4].map((progress) => ({ progress, total: 4, progressToken: "import-1" })),
    );
  });

  test("log messages", () => {
    const messages = notifications().filter((notification) =>
      isKnownNotification(notification, "notifications/message"),
    );
    expect(messages.map(({ params }) => params.data)).toEqual(
      expect.arrayContaining([
        expect.stringContaining("Received Subscribe Resource request for URI: demo://resource/dynamic/text/1"),
        expect.stringMatching(/^\w+[- ]level[- ]message$/),
        "Roots updated: 1 root(s) received from client",
      ]),
    );
  });

  test("list changes and resource updates", () => {
    expect(paramsOf("notifications/tools/list_changed").length).toBeGreaterThan(0);
    expect(paramsOf("notifications/resources/list_changed")).toEqual([undefined]);
    expect(paramsOf("notifications/resources/updated")).toEqual([{ uri: "demo://resource/dynamic/text/1" }]);
  });

  test("what the protocol does not know is a custom notification", () => {
    const custom = notifications().filter((notification) => !isKnownNotification(notification));
    expect(custom.map(({ method }) => method)).toContain("notifications/tasks/status");
    expect(custom[0]?.params).toMatchObject({ status: "working", statusMessage: "Gathering sources..." });
  });

  test("they arrive with every member that the server sent", () => {
    for (const notification of notifications()) expect(notification).toHaveProperty("jsonrpc", "2.0");
  });

  test("they arrive while the server works, and the channel finishes", () => {
    const times = happenings("relay", "frame")
      .filter(({ frame }) => frame.type === "notification" && frame.notification.method === "notifications/progress")
      .map(({ ms }) => ms);
    expect(Number(times.at(-1)) - Number(times[0])).toBeGreaterThan(600);
    expect(endingOf("relay")).toEqual({ kind: "finished", frames: notifications().length });
    expect(missing).toEqual([]);
  });
});

describe("the other endings", () => {
  test.each([
    ["unserved", [], { kind: "unserved", frames: 0 }, UnservedError],
    [
      "failed",
      ["notification", "notification", "error"],
      { kind: "failed", frames: 2, error: { code: -32603, message: "The MCP server is gone" } },
      undefined,
    ],
    [
      "violated",
      ["notification", "error"],
      { kind: "violated", frames: 1, reason: expect.any(FrameAfterErrorError) },
      FrameAfterErrorError,
    ],
    [
      "cut",
      ["notification", "notification", "notification"],
      { kind: "cut", frames: 3, reason: expect.objectContaining({ code: "cut", closeCode: 1006 }) },
      CutError,
    ],
    [
      "cancelled",
      ["notification", "notification", "notification"],
      { kind: "cancelled", frames: 3, reason: undefined },
      undefined,
    ],
  ])("%s", (scene, types, ending, thrown) => {
    expect(happenings(scene, "frame").map(({ frame }) => frame.type)).toEqual(types);
    expect(endingOf(scene)).toEqual(ending);
    const errors = happenings(scene, "thrown").map(({ error }) => error);
    expect(errors).toEqual(thrown === undefined ? [] : [expect.any(thrown)]);
  });

  test("each scene has a path of its own, and nothing is left out of the summary", () => {
    const paths = events.flatMap((event) => (event.kind === "scene" ? [event.path] : []));
    expect(new Set(paths).size).toBe(9);
    const endings = ["finished", "unserved", "failed", "violated", "cut", "cancelled", "finished"];
    const summary = events.at(-1);
    expect(summary).toMatchObject({ kind: "summary", missing: [] });
    if (summary?.kind !== "summary") return expect.fail("no summary");
    expect(summary.endings.slice(0, endings.length)).toEqual(endings);
    // The four channels of the connection end when they do. Then come the paths of the subscription that were followed
    // by another.
    const ofConnection = summary.endings.slice(endings.length, -2);
    expect([...ofConnection].sort()).toEqual(["cut", "finished", "finished", "unserved"]);
    expect(summary.endings.slice(-2)).toEqual(["cut", "finished"]);
  });
});

describe("the run loop", () => {
  test("its text streams in", () => {
    const times = happenings("run-loop", "frame").flatMap(({ frame, ms }) =>
      frame.type === "chunk" && frame.chunk.type === "assistant_text_content" ? [ms] : [],
    );
    expect(times.length).toBeGreaterThan(20);
    expect(Number(times.at(-1)) - Number(times[0])).toBeGreaterThan(400);
  });

  test("its fragments are put together", () => {
    const chunks = happenings("run-loop", "chunk").map(({ chunk }) => chunk);
    expect(chunks[0]).toEqual({ type: "user", prompt: PROMPT });
    expect(chunks.flatMap((chunk) => (chunk.type === "assistant_tool_call" ? [chunk] : []))).toEqual(
      [
        ["call-2", "Oslo"],
        ["call-1", "Lisbon"],
      ].map(([id, city]) => ({
        type: "assistant_tool_call",
        id,
        name: "get_weather",
        arguments: `{"city":"${city}","unit":"celsius"}`,
        input: { city, unit: "celsius" },
      })),
    );
    expect(chunks.map(({ type }) => type).slice(-2)).toEqual(["assistant_text_content", "usage"]);
  });

  test("its usage adds up, and it finishes", () => {
    expect(happenings("run-loop", "usage").map(({ usage }) => usage)).toEqual([
      { prompt_tokens: 909, completion_tokens: 89, total_tokens: 998 },
    ]);
    expect(endingOf("run-loop")).toEqual({ kind: "finished", frames: happenings("run-loop", "frame").length });
  });
});

describe("the connection", () => {
  const [FILES, MAIL, INDEX, AGENT] = [1, 2, 3, 4];
  const on = <K extends Happening["kind"]>(channel: number | undefined, kind: K) =>
    happenings("connection", kind).filter((event) => event.channel === channel);
  const methodsOn = (channel: number | undefined) =>
    on(channel, "frame").map(({ frame }) => (frame.type === "notification" ? frame.notification.method : frame.type));

  test("its channels are asked for before anything comes, and then take turns", () => {
    const channels = events.flatMap((event) => (event.scene === "connection" ? (event.channel ?? []) : []));
    expect(channels.slice(0, 4)).toEqual([FILES, MAIL, INDEX, AGENT]);
    // Something of every channel that goes on comes between two frames of the run loop.
    const loop = channels.slice(channels.indexOf(Number(AGENT), 4), channels.lastIndexOf(Number(AGENT)));
    expect(new Set(loop)).toEqual(new Set([FILES, INDEX, AGENT]));
  });

  test("a channel that is finished, while others go on", () => {
    expect(methodsOn(FILES)).toEqual(["notifications/resources/updated", "notifications/resources/updated"]);
    expect(on(FILES, "ending").map(({ ending }) => ending)).toEqual([{ kind: "finished", frames: 2 }]);
    expect(on(FILES, "thrown")).toEqual([]);
  });

  test("a channel that nobody serves", () => {
    expect(methodsOn(MAIL)).toEqual([]);
    expect(on(MAIL, "ending").map(({ ending }) => ending)).toEqual([{ kind: "unserved", frames: 0 }]);
    expect(on(MAIL, "thrown").map(({ error }) => error)).toEqual([expect.any(UnservedError)]);
  });

  test("a run loop, which is what the scope is there for", () => {
    const texts = on(AGENT, "chunk").flatMap(({ chunk }) => ("text" in chunk ? [chunk.text] : []));
    expect(texts).toEqual(["Two of them have changed since this morning."]);
    expect(on(AGENT, "ending").map(({ ending }) => ending.kind)).toEqual(["finished"]);
  });

  test("a channel that is cut, because the scope was finished first", () => {
    const { length } = methodsOn(INDEX);
    expect(length).toBeGreaterThan(1);
    const reason = expect.objectContaining({ code: "cut", by: "scope" });
    expect(on(INDEX, "ending").map(({ ending }) => ending)).toEqual([{ kind: "cut", frames: length, reason }]);
    expect(on(INDEX, "thrown").map(({ error }) => error)).toEqual([expect.any(CutError)]);
  });
});

describe("the subscription that lives on", () => {
  const shown = () =>
    events.flatMap((event) => {
      if (event.scene !== "standing") return [];
      if (event.kind === "gap") return `gap: ${event.gap.ending.kind}`;
      if (event.kind === "step") return event.who;
      if (event.kind !== "frame") return [];
      return event.frame.type === "notification" ? "notification" : event.frame.type;
    });

  test("every end of a path is one gap, and notifications come again after it", () => {
    const three = ["notification", "notification", "notification"];
    expect(shown()).toEqual([
      ...["proxy", "server", ...three],
      ...["server", "gap: cut", ...three],
      ...["server", "gap: finished", "notification", "notification", "reader"],
    ]);
  });

  test("they are those of a real MCP server", () => {
    const methods = happenings("standing", "frame").flatMap(({ frame }) =>
      frame.type === "notification" ? frame.notification.method : [],
    );
    expect(methods).toContain("notifications/progress");
    expect(methods.filter((method) => method === "notifications/message").length).toBeGreaterThan(2);
  });

  test("a gap says from when to when nobody listened, and how the path ended", () => {
    const [cut, finished] = happenings("standing", "gap").map(({ gap }) => gap);
    expect(cut?.ending).toMatchObject({ kind: "cut", frames: 3, reason: { code: "cut" } });
    expect(finished?.ending.frames).toBeGreaterThan(2);
    for (const gap of [cut, finished]) expect(gap?.until).toBeGreaterThan(Number(gap?.since));
    expect(finished?.since).toBeGreaterThan(Number(cut?.until));
  });
});

test("a server's process that ends by itself is noticed", async () => {
  const server = new ServerProcess("no address");
  server.goOn("begin");
  await expect(server.broke).rejects.toThrow("The server has ended by itself");
  await server.kill();
});

test("a server's process that is killed takes its MCP server with it", async () => {
  const proxy = await createProxy({ port: 0 });
  const server = new ServerProcess(proxy.url);
  try {
    server.goOn("begin");
    await expect.poll(() => proxy.asks.isConnected, { timeout: 15_000 }).toBe(true);
    const members = () => process.kill(-Number(server.pid), 0);
    expect(members()).toBe(true);
    await server.kill();
    await vi.waitFor(() => expect(members).toThrow("ESRCH"), { timeout: 10_000 });
  } finally {
    await Promise.all([server.kill(), proxy.close()]);
  }
});

/** What happens when a run loop of these messages is read, after which the carrier breaks. */
async function readLoop(messages: Uint8Array[], reason: unknown): Promise<Happening[]> {
  const happened: Happening[] = [];
  const source = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const message = messages.shift();
        if (message === undefined) controller.error(reason);
        else controller.enqueue(message);
      },
    },
    { highWaterMark: 0 },
  );
  const { signal } = new AbortController();
  await readRunLoop(source, { emit: (happening) => happened.push(happening), signal });
  return happened;
}

test("a run loop that never ran", async () => {
  const frame = { type: "error", error: null } as const;
  expect(await readLoop([encodeFrame(runLoopFrames, frame)], "gone")).toEqual([
    { kind: "frame", frame },
    { kind: "ending", ending: { kind: "failed", frames: 0, error: null } },
  ]);
});

test("a run loop that is cut gives what it had, whole or not", async () => {
  const said = [
    { type: "assistant_text_content", text: "Let me " },
    { type: "assistant_text_content", text: "look." },
    { type: "assistant_tool_call", id: "c1", name: "search", arguments: '{"q":' },
  ] as const;
  const messages = said.map((chunk) => encodeFrame(runLoopFrames, { type: "chunk", chunk }));
  const reason = new CutError({ closeCode: 1006 });
  const happened = await readLoop(messages, reason);
  const frames = said.map((chunk) => ({ kind: "frame", frame: { type: "chunk", chunk } }));
  expect(happened).toEqual([
    ...frames,
    { kind: "chunk", chunk: { type: "assistant_text_content", text: "Let me look." } },
    { kind: "chunk", chunk: said[2] },
    { kind: "thrown", error: reason },
    { kind: "ending", ending: { kind: "cut", frames: 3, reason } },
  ]);
});

describe("what is printed", () => {
  test("text: within 80 columns, plain, with every scene and ending", () => {
    const lines = writes.join("").split("\n");
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
    expect(writes.join("")).not.toContain("\x1b");
    expect(lines.filter((line) => /^\d {2}\S/.test(line))).toHaveLength(9);
    expect(lines.filter((line) => / {4}ending {2}/.test(line))).toHaveLength(11);
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^ +\d\.\d{3} s {2}progress {16}3 of 4, token "import-1"$/),
        expect.stringMatching(/ s {2}error frame {13}-32603: The MCP server is gone$/),
        expect.stringMatching(/ s {2}tool call {6}call-2: get_weather \{"city":"Oslo","unit":"celsius"\}$/),
        "     usage  in all         909 prompt + 89 completion = 998",
        expect.stringMatching(/ s {2}1 asked for {13}notifications of files$/),
        "    ending  2 unserved              0 frames. Closed without one message: nobody",
        expect.stringMatching(/^ {4}ending {2}3 cut {19}\d+ frames\. Its scope was finished, and it was$/),
        expect.stringMatching(/ s {2}4 text {18}Two of them have changed since this morning\.$/),
        expect.stringMatching(/^ {7}gap {2}cut {21}For \d+\.\d{3} s there was no path\. What was said$/),
        expect.stringMatching(/^ {7}gap {2}finished {16}For \d+\.\d{3} s there was no path\. What was said$/),
      ]),
    );
  });

  test("text: the fragments of a run loop word by word, and only once", () => {
    expect(writes).toEqual(expect.arrayContaining(["I", " will", " look", " weather"]));
    expect(writes.join("").split("I will look at the weather in both.")).toHaveLength(2);
  });

  test("JSON: one object a line, errors with name, code and message", () => {
    const lines: unknown[] = json
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(events.length);
    for (const line of lines) {
      expect(line).toMatchObject({ scene: expect.any(String), ms: expect.any(Number), kind: expect.any(String) });
    }
    const reason = { name: "CutError", code: "cut", message: expect.stringContaining("1006") };
    expect(lines).toContainEqual(
      expect.objectContaining({ scene: "cut", kind: "ending", ending: { kind: "cut", frames: 3, reason } }),
    );
  });
});

test("the real server is gone when it has been closed, with all its timers", async () => {
  // What has gone is counted until the next turn of the loop.
  await expect.poll(processes).toBe(0);
  const server = await startMcpServer(new AbortController().signal);
  expect(processes()).toBe(1);
  const reader = server.notifications.getReader();
  const work = server.provoke().catch((error: unknown) => error);
  expect((await reader.read()).value).toMatchObject({ type: "notification" });
  const start = performance.now();
  await server.close();
  // On its own it would stay for two seconds, and with a timer that nothing stops for good.
  expect(performance.now() - start).toBeLessThan(1500);
  await expect.poll(processes).toBe(0);
  expect(await work).toMatchObject({ message: expect.stringMatching(/Connection closed|Not connected/) });
});

function processes(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === "ProcessWrap").length;
}
