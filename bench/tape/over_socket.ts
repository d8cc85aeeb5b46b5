import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { WebSocket } from "ws";
import { NotificationGuardedDecoderStream } from "../../lib/mod.ts";
import { record, TapeRecorder } from "../../lib/tape/mod.ts";
import { webSocketMessages } from "../../lib/websocket/mod.ts";
import { cpuTime } from "../connection/cpu_time.ts";
import { Tally } from "../connection/tally.ts";
import type { Goal } from "../connection/verdicts.ts";
import { type Case, interleave, type Measuring, print, type Ratio, ratiosTo, timeInTurn } from "../measure.ts";

/** What is between the socket and the decoder. */
type Between = (messages: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>;

const base = "not recorded";
const toFile = "recorded to a file";
const byStage = "recorded to a file, by a stage";
const stage = "native identity TransformStream instead";

/** A notification channel over a real socket, decoded and guarded; the sender in a process of its own. */
export async function measureOverSocket(measuring: Measuring): Promise<readonly Goal[]> {
  const sender = fork(fileURLToPath(new URL("sender.mjs", import.meta.url)));
  const [port] = await once(sender, "message");
  const folder = mkdtempSync(join(tmpdir(), "tape-bench-"));
  const file = await open(join(folder, "channel.tape"), "w");
  const sink = (): WritableStream<Uint8Array> =>
    new WritableStream({ write: async (chunk) => void (await file.write(chunk)) });
  const cases = {
    [base]: await read(port, (messages) => messages),
    [stage]: await read(port, (messages) => messages.pipeThrough(new TransformStream())),
    "a recorder whose tape nobody wants": await read(port, recorded()),
    [toFile]: await read(port, (messages) => {
      const { readable, tape } = record(messages);
      tape.pipeTo(sink()).catch(() => {});
      return readable;
    }),
    [byStage]: await read(port, recorded(sink())),
  };
  print("Over a socket, about 200 B; time of the wall", await interleave(cases, { ...measuring, base }));
  const processor = await timeInTurn(cases, { ...measuring, clock: cpuTime });
  const toNothing = ratiosTo(base, processor, measuring.count);
  print("The same; processor time of the reading process", toNothing);
  const toStage = ratiosTo(stage, processor, measuring.count);
  sender.disconnect();
  await file.close();
  rmSync(folder, { recursive: true });
  return [
    {
      name: "processor time to record a socket to a file, to not recording",
      figure: of(toNothing, toFile),
      most: 1.1,
      must: { tolerance: 0.1 },
    },
    { name: "the same by a stage, to a native stage that does nothing", figure: of(toStage, byStage), most: 1.1 },
    { name: "the same by a stage, to not recording", figure: of(toNothing, byStage), most: 1.5 },
  ];
}

const of = (ratios: readonly Ratio[], which: string): number =>
  ratios.find(({ name }) => name === which)?.median ?? Number.NaN;

async function read(port: unknown, between: Between): Promise<Case> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  const { readable, opened } = webSocketMessages(socket);
  const tally = new Tally();
  // At last the sender is ended, which is a cut.
  tally.drain(between(readable).pipeThrough(new NotificationGuardedDecoderStream()));
  await opened;
  return (count) => {
    const came = tally.expect(count);
    socket.send(String(count));
    return came;
  };
}

function recorded(sink?: WritableStream<Uint8Array>): Between {
  return (messages) => {
    const recorder = new TapeRecorder();
    const going = sink ? recorder.tape.pipeTo(sink) : recorder.tape.cancel();
    going.catch(() => {});
    return messages.pipeThrough(recorder);
  };
}
