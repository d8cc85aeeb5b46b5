import { readFileSync, writeFileSync } from "node:fs";
import { CutError, notificationFrames, readFrames } from "channel-frames";
import type { TapeRecord } from "channel-frames/tape";
import { connect } from "channel-frames/websocket";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { Stopped } from "../../lib/cli/stopped.ts";
import { A, B, C, E } from "../support/messages.ts";
import { type Reading, readAll } from "../support/read_all.ts";
import { startChannelServer } from "./support/channel_server.ts";
import { type CliRun, runCli } from "./support/run_cli.ts";
import { finish, fixture, header, received, recordsOf, TestFolder, tapeOf } from "./support/tapes.ts";

let folder: TestFolder;

beforeAll(() => {
  folder = new TestFolder();
});

afterAll(() => folder.remove());

/** Writes a tape, and gives its path. */
async function tapeFile(name: string, ...records: readonly TapeRecord[]): Promise<string> {
  const path = folder.file(`${name}.tape`);
  writeFileSync(path, await tapeOf(header, ...records));
  return path;
}

const broken: TapeRecord = { type: "end", elapsed: 1, ending: { kind: "cut", by: "carrier", closeCode: 1006 } };

/** Serves a tape; `use` is given the address, and then it is stopped. */
async function serving<T>(
  argv: readonly string[],
  use: (url: string, told: () => string) => Promise<T>,
): Promise<CliRun & { used: T }> {
  const stop = new AbortController();
  let found: (url: string) => void = () => {};
  const url = new Promise<string>((resolve, reject) => {
    found = resolve;
    stop.signal.addEventListener("abort", () => reject(new Error("It was not served")));
  });
  url.catch(() => {});
  let told = "";
  const onOut = (text: string): void => {
    told += text;
    const [, address] = /^Serving on (.*)\n/.exec(text) ?? [];
    if (address) found(address);
  };
  const running = runCli(["replay", ...argv, "--serve"], { signal: stop.signal, onOut });
  running.then(() => stop.abort(new Stopped("SIGINT", 130)));
  try {
    const used = await use(await url, () => told);
    stop.abort(new Stopped("SIGINT", 130));
    return { ...(await running), used };
  } finally {
    stop.abort(new Stopped("SIGINT", 130));
  }
}

async function read(url: string): Promise<Reading<Uint8Array>> {
  return readAll(connect(url, { WebSocket }).readable);
}

/** The same, and waits until the server has told of it. */
async function readAndTold(url: string, told: () => string): Promise<Reading<Uint8Array>> {
  const reading = await read(url);
  await expect.poll(told).toContain("\n1  /");
  return reading;
}

describe("replay --serve", () => {
  test.each(["mcp_server", "mcp_server_died", "run_loop"])(
    "%s: the same messages, and a close in order",
    async (name) => {
      const records = await recordsOf(new Uint8Array(readFileSync(fixture(name))));
      const { used, out } = await serving([fixture(name), "--speed", "max"], readAndTold);
      expect(used.values).toEqual(records.flatMap((record) => (record.type === "message" ? [record.message] : [])));
      expect(used.end).toBe("done");
      expect(out).toContain(`1  /  ${used.values.length} messages, then the finish\n`);
    },
  );

  test("a tape that was cut is broken off after its last message", async () => {
    const { used, out } = await serving([fixture("mcp_server_cut"), "--speed", "max"], readAndTold);
    expect(used.values).toHaveLength(6);
    expect(used.end).toMatchObject({ rejected: expect.any(CutError) });
    expect(out).toContain("1  /  6 messages, then it was broken off\n");
  });

  test("the whole of it, large as it may be, arrives before it is broken off", async () => {
    const large = new Uint8Array(300_000).fill(97);
    const path = await tapeFile("large", ...Array.from({ length: 20 }, () => received(large)), broken);
    const { used } = await serving([path, "--speed", "max"], read);
    expect(used.values.map(({ byteLength }) => byteLength)).toEqual(Array.from({ length: 20 }, () => 300_000));
    expect(used.end).toMatchObject({ rejected: expect.any(CutError) });
  });

  test("for each connection from the beginning, on any path", async () => {
    const path = await tapeFile(
      "twice",
      received(A),
      { type: "message", elapsed: 1, direction: "out", message: C },
      received(B),
      finish,
    );
    const { used, code } = await serving([path, "--speed", "max"], (url) =>
      Promise.all([read(`${url}a`), read(`${url}b/c`)]),
    );
    for (const { values, end } of used) expect({ values, end }).toEqual({ values: [A, B], end: "done" });
    expect(code).toBe(130);
  });

  test("in the original timing, or so many times as fast", async () => {
    const took = async (path: string, ...options: readonly string[]): Promise<number> => {
      const { used } = await serving([path, ...options], async (url) => {
        const times: number[] = [];
        await readAll(connect(url, { WebSocket }).readable, "eager", () => times.push(performance.now()));
        return (times[1] ?? 0) - (times[0] ?? 0);
      });
      return used;
    };
    expect(await took(await tapeFile("timed", received(A, 0), received(B, 400), finish))).toBeGreaterThan(350);
    const long = await tapeFile("long", received(A, 0), received(B, 5000), finish);
    expect(await took(long, "--speed", "10")).toBeGreaterThan(450);
    expect(await took(long, "--speed", "max")).toBeLessThan(4000);
  });

  test("a part of it", async () => {
    const path = await tapeFile("part", received(A), received(B), received(C), finish);
    const { used } = await serving([path, "--speed", "max", "--from", "150ms", "--until", "250ms"], read);
    expect(used.values).toEqual([B]);
    expect(used.end).toMatchObject({ rejected: expect.any(CutError) });
  });

  test("an unserved channel is unserved again, and a failed one fails", async () => {
    const ending = async (path: string): Promise<string> => {
      const { used } = await serving([path], async (url) => {
        const frames = readFrames(connect(url, { WebSocket }).readable, notificationFrames, { unserved: "close" });
        await readAll(frames);
        return (await frames.ending).kind;
      });
      return used;
    };
    expect(await ending(await tapeFile("unserved", finish))).toBe("unserved");
    expect(await ending(await tapeFile("failed", received(E), finish))).toBe("failed");
  });

  test("--once ends with the first connection, by itself", async () => {
    let reading: Promise<Reading<Uint8Array>> | undefined;
    const onOut = (text: string): void => {
      const [, url] = /^Serving on (.*)\n/.exec(text) ?? [];
      if (url) reading = read(url);
    };
    const path = await tapeFile("once", received(A), finish);
    const { code, out, err } = await runCli(["replay", path, "--serve", "--once", "--speed", "max"], { onOut });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/\n1 {2}\/ {2}1 message, then the finish\n$/);
    expect(await reading).toEqual({ values: [A], end: "done" });
  });

  test("a reader that leaves is told of, and the next is served", async () => {
    const path = await tapeFile("slow", received(A, 0), received(B, 60_000), finish);
    await serving([path], async (url, told) => {
      const reader = connect(url, { WebSocket }).readable.getReader();
      expect((await reader.read()).value).toEqual(A);
      await reader.cancel();
      await expect.poll(told).toContain("\n1  /  1 message, then the peer left\n");
      expect((await connect(url, { WebSocket }).readable.getReader().read()).value).toEqual(A);
    });
  });

  test("a tape that is damaged in the middle is told of, and the connection broken off", async () => {
    const path = folder.file("damaged.tape");
    const good = await tapeOf(header, received(A));
    writeFileSync(path, Buffer.concat([good, Buffer.from("c1", "hex")]));
    const { used, err } = await serving([path, "--speed", "max"], read);
    expect(used).toMatchObject({ values: [A], end: { rejected: expect.any(CutError) } });
    expect(err).toMatch(new RegExp(`^1 {2}.*at byte ${good.byteLength} of the tape`));
  });

  test("on any address, IPv6 too", async () => {
    const { used } = await serving([fixture("run_loop"), "--speed", "max", "--host", "::1"], async (url) => {
      expect(url).toMatch(/^ws:\/\/\[::1\]:\d+\/$/);
      return read(url);
    });
    expect(used.values).toHaveLength(53);
  });

  test("a port that is taken is an error that names it", async () => {
    const { used } = await serving([fixture("run_loop")], (url) =>
      runCli(["replay", fixture("run_loop"), "--serve", "--port", new URL(url).port]),
    );
    expect(used).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^channel-frames: Port \d+ of 127\.0\.0\.1 cannot be served: .*EADDRINUSE/),
    });
  });

  test("without the package ws it is said what to do", async () => {
    const importWs = () => Promise.reject(new Error("Cannot find package 'ws'"));
    expect(await runCli(["replay", fixture("run_loop"), "--serve"], { importWs })).toMatchObject({
      code: 1,
      err: "channel-frames: Serving needs a WebSocket server. Install the package ws beside this one: npm install ws\n",
    });
  });
});

describe("replay --to", () => {
  /** Sends a tape to a server that reads it, and gives what that got, if anybody connected. */
  const sendTo = async (
    path: string,
  ): Promise<{ readonly result: CliRun; readonly reading: Reading<Uint8Array>[] }> => {
    const reading: Reading<Uint8Array>[] = [];
    const server = await startChannelServer(async ({ readable }) => void reading.push(await readAll(readable)));
    try {
      const result = await runCli(["replay", path, "--to", `${server.url}/mcp/notifications/1`, "--speed", "max"]);
      if (result.code === 0) await expect.poll(() => reading).toHaveLength(1);
      return { result, reading };
    } finally {
      await server.close();
    }
  };

  test("sends the messages, and ends as the tape does", async () => {
    const whole = await sendTo(await tapeFile("to", received(A), received(E), finish));
    expect(whole.result).toMatchObject({ code: 0, out: "2 messages, then the finish\n", err: "" });
    expect(whole.reading).toEqual([{ values: [A, E], end: "done" }]);
    const cut = await sendTo(await tapeFile("to-cut", received(A), broken));
    expect(cut.result).toMatchObject({ code: 0, out: "1 message, then it was broken off\n", err: "" });
    expect(cut.reading).toMatchObject([{ values: [A], end: { rejected: expect.any(CutError) } }]);
  });

  test("a peer that leaves before the end is an error", async () => {
    const path = await tapeFile("left", received(A, 0), received(B, 60_000), finish);
    const server = await startChannelServer(async ({ readable }) => {
      const reader = readable.getReader();
      await reader.read();
      await reader.cancel();
    });
    const { code, err } = await runCli(["replay", path, "--to", server.url]);
    await server.close();
    expect({ code, err }).toEqual({ code: 1, err: "channel-frames: The peer left after 1 message\n" });
  });

  test("what is no tape is not sent", async () => {
    const { result, reading } = await sendTo("package.json");
    expect(result).toMatchObject({ code: 1, out: "", err: expect.stringContaining("A tape begins with a header") });
    expect(reading).toEqual([]);
  });
});
