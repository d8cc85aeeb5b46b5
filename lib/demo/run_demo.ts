import { WebSocket } from "ws";
import { connect, type WebSocketMessages } from "../websocket/mod.ts";
import type { Emit, Happening, Printer } from "./demo_event.ts";
import { type StartSource, startMcpServer } from "./mcp_server.ts";
import { type Provider, startProvider } from "./provider.ts";
import { type Scene, scenes } from "./scenes.ts";

/** How to run the demo. */
export interface DemoOptions {
  /** Stops it: what was opened is closed, and the run rejects with the signal's reason. */
  readonly signal: AbortSignal;
  /** @default startMcpServer */
  readonly startSource?: StartSource | undefined;
  /** Is given the messages of each scene that has one socket, before they are read. */
  readonly listen?: ((scene: string, messages: ReadableStream<Uint8Array>) => void) | undefined;
}

/** What the real server must be seen to send, or the demo shows less than it says. */
const expected: readonly (readonly [name: string, methods: RegExp])[] = [
  ["progress", /^notifications\/progress$/],
  ["a log message", /^notifications\/message$/],
  ["a list change", /^notifications\/\w+\/list_changed$/],
  ["a resource update", /^notifications\/resources\/updated$/],
];

/**
 * Runs all scenes, one after the other, each over WebSockets of its own. Everything is closed when it settles.
 *
 * @returns what the source was expected to send and did not
 */
export async function runDemo(
  print: Printer,
  { signal, startSource = startMcpServer, listen }: DemoOptions,
): Promise<readonly string[]> {
  const start = performance.now();
  const methods: string[] = [];
  const endings: string[] = [];
  const emitter =
    (scene: string): Emit =>
    (happening, channel) => {
      const ms = Math.round(performance.now() - start);
      print({ scene, ms, ...(channel === undefined ? {} : { channel }), ...happening });
      if (happening.kind === "ending") endings.push(happening.ending.kind);
      if (happening.kind === "gap") endings.push(happening.gap.ending.kind);
      if (scene === "relay") methods.push(...methodOf(happening));
    };

  const source = await startSource(signal);
  try {
    const all = scenes(source);
    const provider = await startProvider(
      new Map(all.flatMap((scene) => ("serve" in scene && scene.serve ? [[scene.path, scene.serve]] : []))),
    );
    try {
      for (const scene of all) {
        signal.throwIfAborted();
        await play(scene, provider, { emit: emitter(scene.name), signal, listen });
      }
      signal.throwIfAborted();
    } finally {
      await provider.close();
    }
  } finally {
    await source.close();
  }
  const missing = expected.filter(([, pattern]) => !methods.some((method) => pattern.test(method)));
  const names = missing.map(([name]) => name);
  emitter("all")({ kind: "summary", endings, missing: names });
  return names;
}

interface PlayOptions extends Pick<DemoOptions, "signal" | "listen"> {
  readonly emit: Emit;
}

async function play(scene: Scene, provider: Provider, { emit, signal, listen }: PlayOptions): Promise<void> {
  const { name, title, path } = scene;
  emit({ kind: "scene", title, path });
  if ("play" in scene) return scene.play({ emit, signal });
  const { request, read, meanwhile } = scene;
  const messages = connect(provider.origin + path, { WebSocket });
  listen?.(name, messages.readable);
  if (request !== undefined) send(messages, request);
  await Promise.all([read(messages, { emit, signal }), meanwhile?.()]);
}

/** Sends the request when the socket is open. If it never is, the reader gets to know. */
function send({ writable }: WebSocketMessages, request: string): void {
  const writer = writable.getWriter();
  writer.write(new TextEncoder().encode(request)).catch(() => {});
}

function methodOf(happening: Happening): readonly string[] {
  const isNotification = happening.kind === "frame" && happening.frame.type === "notification";
  return isNotification ? [happening.frame.notification.method] : [];
}
