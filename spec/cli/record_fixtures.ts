/**
 * Records the tapes of spec/fixtures/tapes anew: `npx tsx spec/cli/record_fixtures.ts`. Their times and some of what the
 * MCP server says differ from one recording to the next; no spec may depend on those.
 */
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { CutError, NotificationEncoderStream, RunLoopEncoderStream } from "channel-frames";
import { TapeRecorder, type TapeRecorderOptions } from "channel-frames/tape";
import { everything } from "../../lib/demo/everything.ts";
import { provoke } from "../../lib/demo/provoke.ts";
import { PROMPT, runLoopScript } from "../../lib/demo/run_loop_script.ts";
import { scripted } from "../../lib/demo/scripted.ts";
import { notificationsFrom } from "../../lib/proxy/notifications_from.ts";

const folder = new URL("../fixtures/tapes/", import.meta.url);

/** Puts what goes by on a tape, until it ends in whatever way. */
async function tape(name: string, messages: ReadableStream<Uint8Array>, options: TapeRecorderOptions): Promise<void> {
  const recorder = new TapeRecorder(options);
  const file = createWriteStream(fileURLToPath(new URL(`${name}.tape`, folder)));
  const written = recorder.tape.pipeTo(
    new WritableStream({ write: (bytes) => void file.write(bytes), close: () => void file.end() }),
  );
  await messages
    .pipeThrough(recorder)
    .pipeTo(new WritableStream())
    .catch((reason) => console.log(`${name}: ${reason}`));
  await written;
  await finished(file);
}

/** How the recording of the MCP server ends: all is done; the server is killed in the middle; the carrier breaks. */
type End = "finish" | "died" | "cut";

/** The notifications of a real MCP server over stdio. */
async function mcpServer(name: string, end: End): Promise<void> {
  const { signal } = new AbortController();
  const { client, connect, close } = everything();
  const messages = notificationsFrom(client).pipeThrough(new NotificationEncoderStream());
  await connect(signal);
  const pid: unknown = Reflect.get(Object(client.transport), "pid");
  if (end === "died" && typeof pid === "number") setTimeout(() => process.kill(pid, "SIGKILL"), 700);
  const work = provoke(client, signal)
    .catch(() => {})
    .finally(close);
  await tape(name, end === "cut" ? messages.pipeThrough(breaking(6)) : messages, {
    family: "notifications",
    carrier: "server-everything over stdio",
    metadata: { server: "@modelcontextprotocol/server-everything" },
  });
  await work;
}

/** Breaks off after so many messages, as a socket does that dies. */
function breaking(after: number): TransformStream<Uint8Array, Uint8Array> {
  let count = 0;
  return new TransformStream({
    transform(message, controller) {
      if (++count > after) throw new CutError({ closeCode: 1006 });
      controller.enqueue(message);
    },
  });
}

await mcpServer("mcp_server", "finish");
await mcpServer("mcp_server_died", "died");
await mcpServer("mcp_server_cut", "cut");
const loop = scripted(runLoopScript(PROMPT), 20).pipeThrough(new RunLoopEncoderStream());
await tape("run_loop", loop, { family: "run-loop", carrier: "a script", metadata: { prompt: PROMPT } });
