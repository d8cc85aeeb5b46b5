import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type RawFrame, rawFrames, readFrames } from "channel-frames";
import { connect } from "channel-frames/websocket";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { pause } from "../support/pause.ts";
import { readAll } from "../support/read_all.ts";
import { cutOf } from "./support/cut_of.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

async function startPeer(): Promise<{ readonly peer: ChildProcess; readonly url: string }> {
  const command = ["--import", "tsx", "spec/websocket/support/peer_process.ts"];
  const peer = spawn(process.execPath, command, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void peer.kill("SIGKILL"));
  const [port] = await once(peer.stdout, "data");
  return { peer, url: `ws://127.0.0.1:${String(port).trim()}` };
}

/** The number that a message was sent with, without its first byte, which is zero. */
function numberOf({ body }: RawFrame): number {
  return (Number(body[0]) << 16) | (Number(body[1]) << 8) | Number(body[2]);
}

/** Reads so many frames, at this pace. */
async function readSome(frames: ReadableStream<RawFrame>, count: number, milliseconds: number): Promise<RawFrame[]> {
  const reader = frames.getReader();
  const some: RawFrame[] = [];
  while (some.length < count) {
    const { value } = await reader.read();
    if (value !== undefined) some.push(value);
    if (milliseconds > 0) await pause(milliseconds);
  }
  reader.releaseLock();
  return some;
}

test("A peer that is killed in the middle of its messages is a cut, and nothing before it is missing", async () => {
  const { peer, url } = await startPeer();
  const open = async (count: number, milliseconds: number) => {
    // So little may wait here that a slow reader makes the peer wait: some is on its way when the peer dies.
    const { readable } = connect(url, { WebSocket, highWaterMark: 40_000 });
    const frames = readFrames(readable, rawFrames);
    return { frames, some: await readSome(frames, count, milliseconds) };
  };
  // As fast as can be; slowly; and one message, to be followed by the others once the peer is dead.
  const readers = await Promise.all([open(2000, 0), open(100, 2), open(1, 0)]);
  peer.kill("SIGKILL");
  await once(peer, "exit");
  for (const { frames, some } of readers) {
    const { values, end } = await readAll(frames);
    const numbers = [...some, ...values].map(numberOf);
    expect(numbers.findIndex((number, index) => number !== index)).toBe(-1);
    expect(cutOf(end)).toMatchObject({ by: "carrier", closeCode: 1006 });
    expect(await frames.ending).toStrictEqual({ kind: "cut", frames: numbers.length, reason: cutOf(end) });
  }
});
