import type { CoalescedChunk } from "../mod.ts";
import { HeldChunks } from "../run-loop/held_chunks.ts";
import { type Entry, nameOf, type Seen } from "./look_at.ts";
import { type Look, type Paint, painter } from "./paint.ts";
import { printable, printableLines } from "./printable.ts";
import type { Report } from "./report.ts";
import { tell } from "./tell.ts";
import { tellVerdict } from "./verdict.ts";

type Chunk = Extract<Seen, { readonly type: "chunk" }>["chunk"];

/** So much of the fragments of tool calls is held back until they are whole. */
const MOST_HELD = 16_777_216;

const textLooks: Readonly<Record<string, Look>> = { assistant_reasoning: "dim", assistant_refusal: "yellow" };

/** A run loop as a person reads it: text word by word as it comes, tool calls once they are whole. */
export function textReport({ colour }: { readonly colour: boolean }): Report {
  const writer = new Passages(painter(colour));
  const held = new HeldChunks<number>(MOST_HELD);
  const whole = (chunks: readonly CoalescedChunk[]): string => chunks.map((chunk) => writer.chunk(chunk)).join("");

  return {
    entry(entry: Entry) {
      const { seen } = entry;
      if (seen.type === "chunk") {
        const done = whole(held.push(seen.chunk));
        return isText(seen.chunk) ? `${done}${writer.fragment(seen.chunk)}` : done;
      }
      const rest = seen.type === "error" ? whole(held.release()) : "";
      const name = nameOf(seen).replace(/^notifications\//, "") || seen.type;
      const look = seen.type === "error" || seen.type === "malformed" ? "red" : "dim";
      return `${rest}${writer.line(`${printable(name)}: ${printable(tell(entry))}`, look)}`;
    },
    dropped: (count) => writer.line(`${count} not taped`, "yellow"),
    end(verdict) {
      const rest = whole(held.release());
      const { usage } = held;
      const tokens = usage
        ? writer.line(`${usage.prompt_tokens} + ${usage.completion_tokens} = ${usage.total_tokens} tokens`, "dim")
        : "";
      return `${rest}${tokens}${writer.line(`${verdict.kind}: ${printable(tellVerdict(verdict))}`, "bold")}`;
    },
  };
}

type TextChunk = Extract<Chunk, { readonly text: string }>;

function isText(chunk: Chunk): chunk is TextChunk {
  return "text" in chunk && typeof chunk.text === "string";
}

/** Text that comes in fragments, and lines between. Knows whether a line or a passage is open. */
class Passages {
  readonly #paint: Paint;
  /** What kind of text stands on the open line; `undefined` at the beginning of one. */
  #open: string | undefined;

  constructor(paint: Paint) {
    this.#paint = paint;
  }

  fragment({ type, text, parent_tool_call_id: thread }: TextChunk): string {
    const kind = `${type} ${thread ?? ""}`;
    const start = this.#open === kind ? "" : `${this.#close()}${thread ? `[${printable(thread)}] ` : ""}`;
    this.#open = kind;
    return `${start}${this.#paint(textLooks[type], printableLines(text))}`;
  }

  line(text: string, look: Look | undefined): string {
    return `${this.#close()}${this.#paint(look, text)}\n`;
  }

  /** A whole chunk. Text has been printed as it came. */
  chunk(chunk: CoalescedChunk): string {
    switch (chunk.type) {
      case "assistant_reasoning":
      case "assistant_text_content":
      case "assistant_refusal":
      case "usage":
        return "";
      case "user":
        return this.line(`> ${printableLines(chunk.prompt)}`, "bold");
      case "assistant_tool_call":
        return this.line(`${printable(`→ ${chunk.name} ${callArguments(chunk)}`)}`, "cyan");
      default: {
        const sign = chunk.type === "tool_response" ? "← " : "";
        const seen: Seen = { type: "chunk", chunk };
        return this.line(`${sign}${printable(tell({ n: 0, ms: 0, message: new Uint8Array(), seen }))}`, "cyan");
      }
    }
  }

  #close(): string {
    const end = this.#open === undefined ? "" : "\n";
    this.#open = undefined;
    return end;
  }
}

function callArguments(call: Extract<CoalescedChunk, { readonly type: "assistant_tool_call" }>): string {
  if (call.input !== undefined) return JSON.stringify(call.input);
  return typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments ?? {});
}
