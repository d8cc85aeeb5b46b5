import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NotificationGuardedDecoderStream } from "channel-frames";
import { replay } from "channel-frames/tape";
import { expect, onTestFinished, test } from "vitest";
import { startScript } from "../connection/support/start_script.ts";
import { item } from "../support/messages.ts";
import { readAll } from "../support/read_all.ts";
import { decoded, streamOf } from "./support/tapes.ts";

test("a recorder that is killed leaves a tape of all that was written, and it is a cut", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tape-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "channel.tape");
  const recorder = startScript("spec/tape/doomed.ts", path);
  onTestFinished(() => void recorder.kill("SIGKILL"));
  let written = 0;
  recorder.stdout.on("data", (dots: Buffer) => {
    written += dots.length;
    if (written >= 20) recorder.kill("SIGKILL");
  });
  const [, signal] = await once(recorder, "exit");
  expect(signal).toBe("SIGKILL");

  const tape = readFileSync(path);
  const { values, end } = await decoded([tape]);
  const messages = values.flatMap((record) => (record.type === "message" ? [record.message] : []));
  expect(messages.length).toBeGreaterThanOrEqual(written - 1);
  expect(messages).toStrictEqual(messages.map((_, n) => item({ method: "x/n", params: { n } })));
  expect(end).toMatchObject({ rejected: { code: "cut" } });

  const guard = new NotificationGuardedDecoderStream();
  await readAll(replay(streamOf(tape)).pipeThrough(guard));
  expect(await guard.ending).toMatchObject({ kind: "cut", frames: messages.length, reason: { by: "carrier" } });
}, 30_000);
