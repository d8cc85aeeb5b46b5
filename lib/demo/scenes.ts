import type { NotificationFrame } from "../mod.ts";
import type { WebSocketMessages } from "../websocket/mod.ts";
import type { NotificationSource } from "./mcp_server.ts";
import { dying, endless, failing, unruly } from "./notification_scripts.ts";
import { playStanding } from "./play_standing.ts";
import type { Serve } from "./provider.ts";
import { readConnection } from "./read_connection.ts";
import { type ReadOptions, readNotifications } from "./read_notifications.ts";
import { readRunLoop } from "./read_run_loop.ts";
import { PROMPT } from "./run_loop_script.ts";
import { scripted } from "./scripted.ts";
import { sendNotifications, serveRunLoop } from "./serve.ts";
import { serveConnection } from "./serve_connection.ts";

/** What every scene has. */
interface SceneHead {
  readonly name: string;
  readonly title: string;
  readonly path: string;
}

/** One socket: what the provider does with it, and how it is read. */
export interface SocketScene extends SceneHead {
  /** Absent where nobody serves the path. */
  readonly serve?: Serve;
  /** What the reader sends first. */
  readonly request?: string;
  /** Goes on while the channel is read. */
  readonly meanwhile?: () => Promise<void>;
  readonly read: (messages: WebSocketMessages, options: ReadOptions) => Promise<void>;
}

/** A scene that brings its own sockets. */
export interface PlayedScene extends SceneHead {
  readonly play: (options: ReadOptions) => Promise<void>;
}

export type Scene = SocketScene | PlayedScene;

/**
 * The scenes in their order: a real server's notifications first, then every other ending, then a run loop, then several
 * channels over one connection, then a subscription that lives on.
 */
export function scenes(source: NotificationSource): readonly Scene[] {
  const read: SocketScene["read"] = ({ readable }, options) => readNotifications(readable, options);
  return [
    {
      name: "relay",
      title: "A real MCP server, relayed",
      path: "/mcp/notifications/1",
      serve: ({ writable }) => sendNotifications(source.notifications, writable),
      meanwhile: () => source.provoke(),
      read,
    },
    { name: "unserved", title: "Nobody serves this path", path: "/mcp/notifications/2", read },
    { name: "failed", title: "An error frame", path: "/mcp/notifications/3", serve: script(failing), read },
    { name: "violated", title: "A message after the error", path: "/mcp/notifications/4", serve: script(unruly), read },
    { name: "cut", title: "The socket is killed", path: "/mcp/notifications/5", serve: script(dying), read },
    {
      name: "cancelled",
      title: "The reader leaves",
      path: "/mcp/notifications/6",
      serve: script(endless),
      read: ({ readable }, options) => readNotifications(readable, options, 3),
    },
    {
      name: "run-loop",
      title: "A run loop, as it streams",
      path: "/agent/run",
      request: JSON.stringify({ prompt: PROMPT }),
      serve: serveRunLoop,
      read: ({ readable }, options) => readRunLoop(readable, options),
    },
    {
      name: "connection",
      title: "Four channels over one connection",
      path: "/connection",
      serve: serveConnection,
      read: readConnection,
    },
    {
      name: "standing",
      title: "A subscription that outlives its servers",
      path: "/requests",
      play: playStanding,
    },
  ];
}

function script(frames: () => Iterable<NotificationFrame>): Serve {
  return ({ writable }, socket) => {
    // Text carries no meaning on a channel, and no reader shows this.
    socket.send("a text message");
    return sendNotifications(scripted(frames(), 60), writable);
  };
}
