import {
  buildNotification,
  type Ending,
  encodeFrame,
  type NotificationFrame,
  notificationFrames,
  type RunLoopFrame,
  runLoopFrames,
} from "channel-frames";
import { encodeRecord } from "../../../lib/tape/encode_record.ts";
import type { TapeEnding, TapeRecord } from "../../../lib/tape/tape_record.ts";

/** What comes on a tape, at which time in milliseconds since its beginning. */
export interface Said {
  readonly at: number;
  readonly message: Uint8Array | { readonly dropped: number };
  readonly direction?: "in" | "out";
}

/** A tape. Without an ending it was cut in the recording. */
export function tapeOf(
  family: "notifications" | "run-loop",
  said: readonly Said[],
  end?: { readonly at: number; readonly ending: TapeEnding },
): Uint8Array<ArrayBuffer> {
  let last = 0;
  const elapsed = (at: number): number => {
    const since = Math.round((at - last) * 1000) / 1000;
    last += since;
    return since;
  };
  const records: TapeRecord[] = [
    {
      type: "header",
      version: 1,
      family,
      carrier: family === "run-loop" ? "ws://127.0.0.1/agent/run" : "ws://127.0.0.1/tool/notifications",
      startedAt: 1_770_000_000_000,
      metadata: {},
    },
  ];
  for (const { at, message, direction = "in" } of said) {
    if (message instanceof Uint8Array) records.push({ type: "message", elapsed: elapsed(at), direction, message });
    else
      records.push({ type: "dropped", elapsed: elapsed(at), messages: message.dropped, bytes: message.dropped * 100 });
  }
  if (end) records.push({ type: "end", elapsed: elapsed(end.at), ending: end.ending });
  return joined(records.map(encodeRecord));
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

const notification = (frame: NotificationFrame): Uint8Array => encodeFrame(notificationFrames, frame);
const chunk = (value: Extract<RunLoopFrame, { readonly type: "chunk" }>["chunk"]): Uint8Array =>
  encodeFrame(runLoopFrames, { type: "chunk", chunk: value });

export const progress = (at: number, of = 10): Uint8Array =>
  notification(buildNotification("notifications/progress", { progressToken: "build", progress: at, total: of }));

export const errorFrame: Uint8Array = notification({
  type: "error",
  error: { code: -32_603, message: "the index is gone" },
});

/** Not JSON from its 12th byte on. */
export const unreadable: Uint8Array = new TextEncoder().encode('\0{"method":nonsense}');

const items: readonly Said[] = [1, 2, 3].map((n) => ({ at: n * 100, message: progress(n) }));

/** One tape for each ending of a notification channel. */
export const endings: Readonly<Record<Ending["kind"], Uint8Array<ArrayBuffer>>> = {
  finished: tapeOf("notifications", items, { at: 400, ending: { kind: "finish" } }),
  failed: tapeOf("notifications", [...items, { at: 350, message: errorFrame }], {
    at: 360,
    ending: { kind: "finish" },
  }),
  unserved: tapeOf("notifications", [], { at: 5, ending: { kind: "finish" } }),
  violated: tapeOf("notifications", [...items, { at: 350, message: errorFrame }, { at: 380, message: progress(4) }], {
    at: 400,
    ending: { kind: "finish" },
  }),
  cut: tapeOf("notifications", items, { at: 900, ending: { kind: "cut", by: "carrier", closeCode: 1006 } }),
  cancelled: tapeOf("notifications", items, { at: 500, ending: { kind: "cancelled", reason: "seen enough" } }),
};

/** With a message that no reader takes, and a gap. */
export const malformed: Uint8Array<ArrayBuffer> = tapeOf(
  "notifications",
  [
    ...items,
    { at: 400, message: unreadable },
    { at: 2400, message: { dropped: 7 } },
    { at: 2500, message: progress(5) },
  ],
  { at: 2600, ending: { kind: "finish" } },
);

/** Its recorder was killed in the middle of a record. */
export const torn: Uint8Array<ArrayBuffer> = tapeOf("notifications", items).slice(0, -20);

/** The answer that a run loop gives before it breaks. */
export const ANSWER =
  "I found the fault: the cache is filled before the index is read. Moving the call behind the read would";

/** A run loop with reasoning, a tool, a sub-agent and usage, that is cut in the middle of its answer. */
export const cutRun: Uint8Array<ArrayBuffer> = tapeOf("run-loop", runSaid(), {
  at: 9_400,
  ending: { kind: "cut", by: "carrier", closeCode: 1006 },
});

function runSaid(): readonly Said[] {
  const said: Said[] = [
    { at: 0, message: new TextEncoder().encode('{"prompt":"Why do the tests of the cache fail?"}'), direction: "out" },
    { at: 12, message: chunk({ type: "user", prompt: "Why do the tests of the cache fail?" }) },
  ];
  let at = 300;
  const say = (value: Parameters<typeof chunk>[0], after: number): void => {
    at += after;
    said.push({ at, message: chunk(value) });
  };
  for (const text of ["Let me look at the tests", " and at the cache itself", " first."]) {
    say({ type: "assistant_reasoning", text }, 60);
  }
  for (const part of ['{"path":', '"spec/cache.ts"', "}"]) {
    say({ type: "assistant_tool_call", id: "call_1", name: "read_file", arguments: part }, 40);
  }
  say({ type: "tool_response", id: "call_1", content: [{ type: "text", text: "12 tests, 3 of them fail" }] }, 800);
  say({ type: "usage", prompt_tokens: 900, completion_tokens: 60, total_tokens: 960 }, 20);
  say(
    { type: "assistant_tool_call", id: "call_2", name: "ask_agent", arguments: '{"task":"find who fills the cache"}' },
    200,
  );
  for (const text of ["The cache is filled", " by load()", " at start-up."]) {
    say({ type: "assistant_text_content", text, parent_tool_call_id: "call_2" }, 150);
  }
  say({ type: "tool_response", id: "call_2", content: [{ type: "text", text: "load() fills it" }] }, 300);
  say({ type: "usage", prompt_tokens: 1400, completion_tokens: 130, total_tokens: 1530 }, 20);
  say({ type: "notification", is_fatal: false, message: "the budget is nearly used" }, 2500);
  for (const word of ANSWER.split(/(?<= )/)) say({ type: "assistant_text_content", text: word }, 45);
  say({ type: "assistant_tool_call", id: "call_3", name: "edit_file", arguments: '{"path":"lib/ca' }, 60);
  return said;
}
