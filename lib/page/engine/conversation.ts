import type { Seen } from "../../cli/look_at.ts";
import { tellError } from "../../cli/tell.ts";
import type { JsonValue } from "../../mod.ts";
import type { Block, BlockPlace, Conversation, RowKind, UsagePoint } from "../recording.ts";

type Chunk = Extract<Seen, { readonly type: "chunk" }>["chunk"];

const MOST_BLOCKS = 2000;
const MOST_POINTS = 1000;

/** No text of a block grows beyond this; the rows still have all of it. */
const MOST_TEXT = 200_000;

/** Puts the chunks of a run loop together again, as far as they came. */
export class ConversationBuilder {
  /** The next row that it takes. */
  next = 0;
  #blocks: Block[] = [];
  #omitted = 0;
  #usage: UsagePoint[] = [];
  readonly #calls: Map<string, number> = new Map(); // where a call's block is, the omitted counted

  result(): Conversation {
    return { blocks: [...this.#blocks], omitted: this.#omitted, usage: [...this.#usage] };
  }

  take(index: number, at: number, kind: RowKind, seen: Seen, text: string): void {
    const place: BlockPlace = { index, last: index, at, parent: undefined };
    if (seen.type === "chunk") this.#takeChunk(place, seen.chunk);
    else if (kind === "error") this.#push({ ...place, kind: "error", text: errorText(seen) });
    else if (kind === "malformed" || kind === "extra") this.#push({ ...place, kind: "malformed", text });
    else if (seen.type === "sent") this.#push({ ...place, kind: "prompt", text: promptOf(text) });
  }

  #takeChunk(place: BlockPlace, chunk: Chunk): void {
    const parent = "parent_tool_call_id" in chunk ? (chunk.parent_tool_call_id ?? undefined) : undefined;
    const here = { ...place, parent };
    switch (chunk.type) {
      case "assistant_text_content":
        this.#takeText({ ...here, kind: "text", text: chunk.text });
        return;
      case "assistant_reasoning":
        this.#takeText({ ...here, kind: "reasoning", text: chunk.text });
        return;
      case "assistant_refusal":
        this.#takeText({ ...here, kind: "refusal", text: chunk.text });
        return;
      case "assistant_image_content":
      case "assistant_audio_content":
        this.#push({ ...here, kind: "media", text: chunk.mimeType });
        return;
      case "assistant_tool_call":
        this.#takeCall(here, chunk.id, chunk.name, inputOf(chunk.arguments));
        return;
      case "tool_response": {
        const parts = (chunk.content ?? []).map((block) => (block.type === "text" ? block.text : `[${block.type}]`));
        const result = parts.join("\n") || JSON.stringify(chunk.structuredContent ?? null);
        this.#answer(here, chunk.id, result, chunk.isError ?? false);
        return;
      }
      case "user":
        this.#push({ ...here, kind: "prompt", text: chunk.prompt });
        return;
      case "usage": {
        const { input = 0, output = 0 } = this.#usage.at(-1) ?? {};
        this.#usage.push({
          at: place.at,
          input: input + Number(chunk.prompt_tokens),
          output: output + Number(chunk.completion_tokens),
        });
        // Sums: every second of them shows the same line, as long as the last is one of them.
        if (this.#usage.length > MOST_POINTS)
          this.#usage = this.#usage.filter((_, n, { length }) => (length - n) % 2 === 1);
        return;
      }
      case "notification":
        this.#push({ ...here, kind: "notice", text: plain(chunk.message), isFatal: chunk.is_fatal });
        return;
      default:
        return;
    }
  }

  #takeText(block: Extract<Block, { readonly kind: "text" | "reasoning" | "refusal" | "prompt" | "media" }>): void {
    // Sub-agents speak in between: the fragment goes on where its own thread stopped.
    for (let back = this.#blocks.length - 1; back >= Math.max(0, this.#blocks.length - 50); back--) {
      const last = this.#blocks[back];
      if (!last || last.parent !== block.parent) continue;
      if (last.kind !== block.kind) break;
      this.#blocks[back] = { ...last, last: block.index, text: (last.text + block.text).slice(0, MOST_TEXT) };
      return;
    }
    this.#push(block);
  }

  #takeCall(place: BlockPlace, id: string, name: string, input: string): void {
    const at = this.#calls.get(id);
    const before = at === undefined ? undefined : this.#blocks[at - this.#omitted];
    if (at === undefined || before?.kind !== "tool" || before.result !== undefined) {
      this.#calls.set(id, this.#omitted + this.#blocks.length);
      this.#push({ ...place, kind: "tool", id, name, input, result: undefined, isError: false });
      return;
    }
    this.#blocks[at - this.#omitted] = {
      ...before,
      last: place.index,
      input: (before.input + input).slice(0, MOST_TEXT),
    };
  }

  #answer(place: BlockPlace, id: string, result: string, isError: boolean): void {
    const at = this.#calls.get(id);
    const call = at === undefined ? undefined : this.#blocks[at - this.#omitted];
    const text = result.slice(0, MOST_TEXT);
    if (at === undefined || call?.kind !== "tool") {
      this.#push({ ...place, kind: "tool", id, name: "a call that is not here", input: "", result: text, isError });
      return;
    }
    this.#blocks[at - this.#omitted] = { ...call, last: place.index, result: text, isError };
  }

  #push(block: Block): void {
    this.#blocks.push(block);
    if (this.#blocks.length <= 2 * MOST_BLOCKS) return;
    this.#omitted += this.#blocks.length - MOST_BLOCKS;
    this.#blocks = this.#blocks.slice(-MOST_BLOCKS);
    for (const [id, at] of this.#calls) if (at < this.#omitted) this.#calls.delete(id);
  }
}

function inputOf(input: unknown): string {
  if (typeof input === "string") return input;
  return input === undefined || input === null ? "" : JSON.stringify(input);
}

function errorText(seen: Seen): string {
  return seen.type === "error" && seen.error !== undefined ? tellError(seen.error) : "";
}

function plain(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function promptOf(text: string): string {
  try {
    const { prompt } = Object(JSON.parse(text));
    return typeof prompt === "string" ? prompt : text;
  } catch {
    return text;
  }
}
