import * as library from "npm:channel-frames";
import * as connections from "npm:channel-frames/connection";
import * as proxies from "npm:channel-frames/proxy";
import * as tapes from "npm:channel-frames/tape";
import * as sockets from "npm:channel-frames/websocket";
import { check, same } from "./exercise/checks.js";
import { exercise } from "./exercise/exercise.js";
import { collect, message } from "./exercise/streams.js";

for (const [specifier, name, value] of [
  ["channel-frames", "FrameError", library.FrameError],
  ["channel-frames/websocket", "webSocketMessages", sockets.webSocketMessages],
  ["channel-frames/connection", "EnvelopeError", connections.EnvelopeError],
  ["channel-frames/proxy", "AskError", proxies.AskError],
  ["channel-frames/tape", "TapeError", tapes.TapeError],
]) {
  const bare = await import(specifier);
  if (bare[name] !== value) throw new Error("Two copies of the package were loaded");
}

/** Deno's own sockets, on both sides. */
async function overTheNetwork() {
  const item = message(0, { method: "notifications/tools/list_changed" });
  const serve = async (request) => {
    const { socket, response } = Deno.upgradeWebSocket(request);
    const writer = sockets.webSocketMessages(socket).writable.getWriter();
    writer.write(item).then(() => writer.close());
    return response;
  };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, serve);
  const { readable, closed } = sockets.connect(`ws://127.0.0.1:${server.addr.port}/`);
  const frames = library.readFrames(readable, library.notificationFrames);
  same((await collect(frames)).values.length, 1, "the frames over the network");
  same(await frames.ending, { kind: "finished", frames: 1 }, "their ending");
  check((await closed).clean, "a closing handshake");
  await server.shutdown();
}

await overTheNetwork();
console.log(await exercise());
