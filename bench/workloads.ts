import {
  buildNotification,
  encodeFrame,
  type NotificationFrame,
  notificationFrames,
  type RunLoopFrame,
  runLoopFrames,
} from "../lib/mod.ts";

/** Messages to measure with, all of them valid: the same for the same seed. */
export interface Workload {
  readonly name: string;
  readonly messages: readonly Uint8Array[];
}

const words =
  "resource schema index branch commit worker queue token budget retry cache module graph fetch stream channel".split(
    " ",
  );

/** Numbers from 0 to below 1 that are the same in every run (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Draws for one message. One in ten has text beyond ASCII. */
function draws(next: () => number) {
  const int = (below: number): number => Math.floor(next() * below);
  const word = (): string => words[int(words.length)] ?? "";
  const text = (length: number): string => {
    let text = next() < 0.1 ? "größer — “ok” ✓ " : "";
    while (text.length < length) text += `${word()} `;
    return text.slice(0, length);
  };
  const hex = (length: number): string => Array.from({ length }, () => int(16).toString(16)).join("");
  return { int, word, text, hex };
}

type Draws = ReturnType<typeof draws>;

function notification(at: number, { int, word, text, hex }: Draws): NotificationFrame {
  switch (at % 12) {
    case 0:
    case 3:
    case 6:
    case 9:
      return buildNotification("notifications/progress", {
        progressToken: at % 24 ? `call-${hex(8)}` : at,
        progress: int(100),
        total: 100,
        message: text(100 + int(60)),
      });
    case 1:
    case 4:
    case 7:
      return buildNotification("notifications/message", {
        level: "info",
        logger: `server.${word()}`,
        data: { at: 1_700_000_000 + at, span: { id: hex(16), tags: [word(), word()] }, ok: true, text: text(110) },
      });
    case 2:
    case 10:
      return buildNotification("notifications/resources/updated", { uri: `file:///srv/${word()}/${hex(12)}.json` });
    case 5:
      return buildNotification("notifications/tools/list_changed");
    case 8:
      return buildNotification("notifications/cancelled", { requestId: at, reason: text(30) });
    default:
      return buildNotification("vendor/event", { kind: word(), at, body: { a: 1, b: [1, 2, 3], note: text(40) } });
  }
}

function chunk(at: number, { int, word, text, hex }: Draws): RunLoopFrame {
  switch (at % 12) {
    case 5:
      return {
        type: "chunk",
        chunk: {
          type: "assistant_tool_call",
          id: `call_${hex(12)}`,
          name: "read_file",
          arguments: `{"path":"${word()}.ts"}`,
        },
      };
    case 8:
      return {
        type: "chunk",
        chunk: { type: "tool_response", id: `call_${hex(12)}`, content: [{ type: "text", text: text(60) }] },
      };
    case 11:
      return {
        type: "chunk",
        chunk: { type: "usage", completion_tokens: int(2000), prompt_tokens: int(20_000), total_tokens: int(22_000) },
      };
    default:
      return { type: "chunk", chunk: { type: "assistant_text_content", text: text(10 + int(50)) } };
  }
}

function large({ int, word, hex, text }: Draws): RunLoopFrame {
  const rows = Array.from({ length: 300 }, () => ({
    id: hex(12),
    path: `${word()}/${hex(6)}.ts`,
    line: int(5000),
    hit: true,
  }));
  const rest = 65_536 - JSON.stringify(rows).length - 200;
  return {
    type: "chunk",
    chunk: {
      type: "tool_response",
      id: hex(12),
      structuredContent: rows,
      content: [{ type: "text", text: text(rest) }],
    },
  };
}

/** Notifications, about 200 bytes each. */
export function notifications(): Workload {
  const draw = draws(random(1));
  const messages = Array.from({ length: 1000 }, (_, at) => encodeFrame(notificationFrames, notification(at, draw)));
  return { name: "A notifications", messages };
}

/** Run-loop chunks, about 90 bytes each. */
export function chunks(): Workload {
  const draw = draws(random(2));
  return {
    name: "B run-loop chunks",
    messages: Array.from({ length: 1000 }, (_, at) => encodeFrame(runLoopFrames, chunk(at, draw))),
  };
}

/** Tool responses of 64 KiB. */
export function largeMessages(): Workload {
  const draw = draws(random(3));
  return {
    name: "C 64 KiB messages",
    messages: Array.from({ length: 16 }, () => encodeFrame(runLoopFrames, large(draw))),
  };
}

/** A source that hands out `count` of the messages, one for each pull. */
export function source(messages: readonly Uint8Array[], count: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      const message = at < count ? messages[at++ % messages.length] : undefined;
      if (message === undefined) controller.close();
      else controller.enqueue(message);
    },
  });
}
