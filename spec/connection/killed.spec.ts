import { once } from "node:events";
import { NotificationGuardedDecoderStream } from "channel-frames";
import { ClientConnection, type Scope, ServerConnection } from "channel-frames/connection";
import { webSocketMessages } from "channel-frames/websocket";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { frameA, frameB } from "../support/frames.ts";
import { readAll } from "../support/read_all.ts";
import { nextOf } from "./support/next_of.ts";
import { startScript } from "./support/start_script.ts";

const script = "spec/connection/doomed.ts";

/** Asks for three channels, kills the peer when it has answered, and tells how each of them ended. */
async function kill(
  scope: Scope,
  answered: Promise<void>,
  peer: { kill(signal: "SIGKILL"): boolean },
): Promise<unknown[]> {
  const channels = [1, 2, 3].map((what) => scope.channel(Uint8Array.of(what)));
  await answered;
  peer.kill("SIGKILL");
  const told = channels.map(async ({ readable }) => {
    const guarded = new NotificationGuardedDecoderStream();
    const { values } = await readAll(readable.pipeThrough(guarded), "slow");
    const ending = await guarded.ending;
    return [values, ending.kind, "reason" in ending ? Reflect.get(Object(ending.reason), "by") : undefined];
  });
  return Promise.all(told);
}

/** The peer says by an authorization that it has answered. */
function untilAnswered(): { readonly answered: Promise<void>; readonly onAuthorization: () => void } {
  let onAuthorization = (): void => {};
  const answered = new Promise<void>((resolve) => {
    onAuthorization = resolve;
  });
  return { answered, onAuthorization };
}

const expected = [
  [[frameA], "finished", undefined],
  [[frameA, frameB], "cut", "carrier"],
  [[], "cut", "carrier"],
];

test("A server that is killed: what it sent, and then a cut, and never unserved", async () => {
  const peer = startScript(script);
  onTestFinished(() => void peer.kill("SIGKILL"));
  const [port] = await once(peer.stdout, "data");
  const { answered, onAuthorization } = untilAnswered();
  const messages = webSocketMessages(new WebSocket(`ws://127.0.0.1:${String(port).trim()}`));
  const connection = new ClientConnection(messages, { onAuthorization });
  expect(await kill(connection.open(new Uint8Array()), answered, peer)).toStrictEqual(expected);
  expect(await connection.closed).toMatchObject({ clean: false, reason: { code: "cut" } });
});

test("A client that is killed: the same for the channels that the server asked it for", async () => {
  const listener = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => void listener.close());
  await once(listener, "listening");
  const address = listener.address();
  const { answered, onAuthorization } = untilAnswered();
  const connected = new Promise<ServerConnection>((connect) => {
    listener.on("connection", (socket) => {
      connect(new ServerConnection(webSocketMessages(socket), { onAuthorization }));
    });
  });
  const peer = startScript(script, String(typeof address === "object" ? address?.port : ""));
  onTestFinished(() => void peer.kill("SIGKILL"));
  const connection = await connected;
  const scope = await nextOf(connection.scopes);
  expect(await kill(scope, answered, peer)).toStrictEqual(expected);
  await expect(nextOf(connection.scopes)).rejects.toMatchObject({ code: "cut" });
  expect(await connection.closed).toMatchObject({ clean: false, reason: { code: "cut" } });
});
