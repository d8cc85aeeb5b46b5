import { CutError } from "channel-frames";
import { ClientConnection } from "channel-frames/connection";
import { webSocketMessages } from "channel-frames/websocket";
import { expect, test } from "vitest";
import { rejection } from "../support/fate.ts";
import { A, B } from "../support/messages.ts";
import { FakeSocket } from "../websocket/support/fake_socket.ts";

class FailingSocket extends FakeSocket {
  readonly failure: Error = new Error("not in this state");
  fails = false;

  override send(message: unknown): void {
    if (this.fails) throw this.failure;
    super.send(message);
  }
}

function connect() {
  const socket = new FailingSocket();
  const connection = new ClientConnection(webSocketMessages(socket));
  socket.open();
  return { socket, connection };
}

test("A socket that takes no more breaks the connection off, and what was to be sent is told so", async () => {
  const { socket, connection } = connect();
  const scope = connection.open(A);
  const { readable } = scope.channel(A);
  await connection.authorize(B);
  expect(socket.sent).toHaveLength(3);
  socket.fails = true;
  expect(() => scope.channel(A)).toThrow(CutError);
  expect(await rejection(readable.getReader().read())).toBeInstanceOf(CutError);
  expect(await connection.closed).toMatchObject({ clean: false });
  expect(await rejection(connection.authorize(B))).toBeInstanceOf(CutError);
});

test("So it does when a message had waited for its turn", async () => {
  const { socket, connection } = connect();
  await connection.authorize(A);
  socket.bufferedAmount = 2 ** 20;
  await connection.authorize(A);
  const waiting = [connection.authorize(A), connection.authorize(B)].map(rejection);
  socket.fails = true;
  socket.bufferedAmount = 0;
  for (const reason of await Promise.all(waiting)) expect(reason).toBeInstanceOf(CutError);
  expect(await connection.closed).toMatchObject({ clean: false });
  expect(socket.sent).toHaveLength(2);
});
