import { NotificationEncoderStream, NotificationGuardedDecoderStream } from "channel-frames";
import { ServerConnection } from "channel-frames/connection";
import { webSocketMessages } from "channel-frames/websocket";

/** Answers with the methods of the notifications in the body of a request, and how they ended. */
async function methods(body) {
  const decoder = new NotificationGuardedDecoderStream();
  const reader = body.pipeThrough(decoder).getReader();
  const seen = [];
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    seen.push(next.value.notification?.method ?? next.value.error.message);
  }
  return Response.json({ seen, ending: await decoder.ending });
}

/** Serves a connection on the other end of the socket that it answers with. */
function connection() {
  const { 0: near, 1: far } = new WebSocketPair();
  serve(new ServerConnection(webSocketMessages(far)));
  return new Response(null, { status: 101, webSocket: near });
}

/** One notification on the first channel of each scope. */
async function serve({ scopes }) {
  for await (const scope of scopes) {
    for await (const { writable } of scope.channels) {
      const encoder = new NotificationEncoderStream();
      const sent = encoder.readable.pipeTo(writable);
      const writer = encoder.writable.getWriter();
      writer.write({ type: "notification", notification: { method: "notifications/tools/list_changed" } });
      writer.close();
      await sent;
      break;
    }
    await scope.writable.close();
  }
}

// biome-ignore lint/style/noDefaultExport: a Worker is its default export
export default {
  fetch: ({ body, headers }) => (headers.get("upgrade") === "websocket" ? connection() : methods(body)),
};
