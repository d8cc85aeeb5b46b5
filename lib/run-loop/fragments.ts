import { parseJson } from "../frame/decode_json.ts";
import type { JsonValue } from "../frame/json_value.ts";
import { toLimits } from "../frame/limits.ts";
import type { AgenticLoopChunk, Logprob, WholeToolCall } from "./agentic_loop_chunk.ts";
import type { CoalescedChunk } from "./coalesced_chunk.ts";

/** A chunk that may be a fragment. */
export type Fragment<N> = AgenticLoopChunk<N> | WholeToolCall<N>;

type TextFragment<N> = Extract<AgenticLoopChunk<N>, { readonly text: string }>;
type CallFragment<N> = Extract<Fragment<N>, { readonly type: "assistant_tool_call" }>;

/** What the fragments of one chunk add up to, so far. The fragments themselves are never changed. */
export interface Fragments<N> {
  /** Takes a fragment, if it is one of this chunk's. */
  add(fragment: Fragment<N>): boolean;
  build(): CoalescedChunk<N>;
  /** What they take up, about: UTF-16 code units, 64 for each log probability, and 1024 for each tool call. */
  readonly units: number;
}

/** Text: fragments of one type and thread. Text and log probabilities add up; the rest is the first one's. */
export class TextFragments<N> implements Fragments<N> {
  readonly #first: TextFragment<N>;
  #text: string;
  #logprobs: Logprob<N>[] | undefined;

  constructor(first: TextFragment<N>) {
    this.#first = first;
    this.#text = first.text;
    this.#logprobs = first.logprobs?.slice();
  }

  add(fragment: Fragment<N>): boolean {
    if (fragment.type !== this.#first.type || !isText(fragment)) return false;
    if (threadOf(fragment) !== threadOf(this.#first)) return false;
    this.#text += fragment.text;
    for (const logprob of fragment.logprobs ?? []) {
      this.#logprobs ??= [];
      this.#logprobs.push(logprob);
    }
    return true;
  }

  get units(): number {
    return this.#text.length + 64 * (this.#logprobs?.length ?? 0);
  }

  build(): CoalescedChunk<N> {
    const logprobs = this.#logprobs;
    return { ...this.#first, text: this.#text, ...(logprobs && { logprobs }) };
  }
}

/** A tool call: fragments of one id and thread. Arguments add up; the rest, the name too, is the first one's. */
export class CallFragments<N> implements Fragments<N> {
  readonly #first: CallFragment<N>;
  #arguments: CallFragment<N>["arguments"];

  constructor(first: CallFragment<N>) {
    this.#first = first;
    this.#arguments = first.arguments;
  }

  add(fragment: Fragment<N>): boolean {
    if (fragment.type !== "assistant_tool_call") return false;
    const given = this.#arguments ?? "";
    const more = fragment.arguments ?? "";
    // Arguments that are an object are whole.
    if (typeof given === "string" && typeof more === "string" && more !== "") this.#arguments = given + more;
    else if (given === "" && more !== "") this.#arguments = more;
    return true;
  }

  get units(): number {
    return 1024 + (typeof this.#arguments === "string" ? this.#arguments.length : 0);
  }

  build(): CoalescedChunk<N> {
    // A member of that name is the peer's own, and would be taken for ours.
    const { input: _, ...whole }: CallFragment<N> & { arguments?: unknown; input?: unknown } = this.#first;
    if (this.#arguments !== this.#first.arguments) whole.arguments = this.#arguments;
    const input = parse<N>(this.#arguments);
    return input === undefined ? whole : { ...whole, input };
  }
}

const limits = /* @__PURE__ */ toLimits();

function parse<N>(given: CallFragment<N>["arguments"]): JsonValue<N> | undefined {
  if (typeof given !== "string") return given ?? undefined;
  try {
    // As strict as a body is read: the arguments go on to a peer that reads them so.
    return parseJson(given, limits) as JsonValue<N>;
  } catch {
    return undefined;
  }
}

/** Whether a chunk is a fragment of text. */
export function isText<N>(chunk: Fragment<N>): chunk is TextFragment<N> {
  return (
    chunk.type === "assistant_text_content" ||
    chunk.type === "assistant_reasoning" ||
    chunk.type === "assistant_refusal"
  );
}

/** The thread of a chunk; absent and null are both the main one. */
export function threadOf(chunk: { readonly parent_tool_call_id?: string | null | undefined }): string | null {
  return chunk.parent_tool_call_id ?? null;
}

/** What tool calls are told apart by. */
export function callKey(chunk: {
  readonly id: string;
  readonly parent_tool_call_id?: string | null | undefined;
}): string {
  return JSON.stringify([threadOf(chunk), chunk.id]);
}
