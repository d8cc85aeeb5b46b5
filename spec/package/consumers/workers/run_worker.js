import { NotificationGuardedDecoderStream } from "channel-frames";
import { ClientConnection } from "channel-frames/connection";
import { webSocketMessages } from "channel-frames/websocket";
import { loadBundle } from "./bundle/load_bundle.js";
import { same } from "./exercise/checks.js";
import { socketPair } from "./exercise/socket_pair.js";
import { collect, message, streamOf } from "./exercise/streams.js";

/** As in a Worker, where one may have a socket. */
class WorkerResponse extends Response {
  constructor(body, init) {
    super(body, { ...init, status: 200 });
    this.webSocket = init?.webSocket;
  }
}

function WebSocketPair() {
  return socketPair();
}

const others = { Response: WorkerResponse, WebSocketPair };
const { default: worker } = await loadBundle(process.argv[2], others);

const body = streamOf([
  message(0, { method: "notifications/tools/list_changed" }),
  message(1, { code: 1, message: "gone" }),
]);
const answer = await worker.fetch(new Request("http://worker.test/", { method: "POST", body, duplex: "half" }));
const ending = { kind: "failed", frames: 1, error: { code: 1, message: "gone" } };
same(await answer.json(), { seen: ["notifications/tools/list_changed", "gone"], ending }, "the answer");

const upgrade = new Request("http://worker.test/", { headers: { upgrade: "websocket" } });
const { webSocket } = await worker.fetch(upgrade);
const client = new ClientConnection(webSocketMessages(webSocket));
const decoder = new NotificationGuardedDecoderStream();
const scope = client.open(Uint8Array.of(1));
const channel = scope.channel(Uint8Array.of(2));
same((await collect(channel.readable.pipeThrough(decoder))).values.length, 1, "the frames of a channel");
same(await decoder.ending, { kind: "finished", frames: 1 }, "the ending of a channel");
same((await collect(scope.responses)).broke, undefined, "a scope that is finished");
await client.close();
console.log("ok: one request, one connection");
