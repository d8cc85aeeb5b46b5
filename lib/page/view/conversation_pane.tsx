import { useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { countOf, formatCount } from "../../cli/amounts.ts";
import { printable, printableLines } from "../../cli/printable.ts";
import type { Block, Conversation } from "../recording.ts";
import type { PageState } from "../state.ts";
import { endingWords } from "./ending_words.ts";
import { seconds } from "./row_list.tsx";
import { UsageChart } from "./usage_chart.tsx";

/** Blocks that are drawn; those before them are a button away. */
const AT_FIRST = 300;

/** A run loop as it was said: text, reasoning, calls of tools with their results, and how it ended. */
export function ConversationPane({ state }: { readonly state: PageState }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const told = useSignal<Conversation>({ blocks: [], omitted: 0, usage: [] });
  const most = useSignal(AT_FIRST);
  const isAsking = useRef(false);
  const isStale = useRef(false);

  useSignalEffect(() => {
    void state.version.value;
    const ask = (): void => {
      isAsking.current = true;
      isStale.current = false;
      state.engine
        .ask("conversation", {})
        .then(
          (conversation) => {
            told.value = conversation;
          },
          () => {},
        )
        .finally(() => {
          isAsking.current = false;
          if (isStale.current) ask();
        });
    };
    if (isAsking.current) isStale.current = true;
    else ask();
  });

  const { blocks, omitted, usage } = told.value;
  const isGrowing = !state.ending.value || state.playhead.value !== undefined;
  // Whoever has scrolled up wants to stay there.
  const wasAtEnd = useRef(true);
  useEffect(() => {
    const element = box.current;
    if (element && isGrowing && wasAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [blocks]);

  const depths = depthsOf(blocks);
  const hidden = Math.max(0, blocks.length - most.value);
  return (
    <div
      ref={box}
      class="talk"
      role="log"
      aria-label="Conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        wasAtEnd.current = scrollTop + clientHeight > scrollHeight - 40;
      }}
    >
      {usage.length > 1 && <UsageChart usage={usage} />}
      {omitted > 0 && <p class="muted">{`${countOf(omitted, "part")} before these are in the list only.`}</p>}
      {hidden > 0 && (
        <button
          type="button"
          onClick={() => {
            most.value = blocks.length;
          }}
        >
          {`Show ${formatCount(hidden)} earlier`}
        </button>
      )}
      {blocks.slice(hidden).map((block) => (
        <BlockView key={block.index} block={block} depth={depths.get(block.parent) ?? 0} state={state} />
      ))}
      <EndOfTalk state={state} />
    </div>
  );
}

/** How deep what a call runs is nested: one deeper than the call. */
function depthsOf(blocks: readonly Block[]): ReadonlyMap<string | undefined, number> {
  const depths = new Map<string | undefined, number>([[undefined, 0]]);
  for (const block of blocks) {
    // Of a call that is not here it is known that there is one.
    if (!depths.has(block.parent)) depths.set(block.parent, 1);
    if (block.kind === "tool") depths.set(block.id, (depths.get(block.parent) ?? 0) + 1);
  }
  return depths;
}

const names = {
  prompt: "Asked",
  text: "Answer",
  reasoning: "Reasoning",
  refusal: "Refusal",
  media: "Media",
  notice: "Notice",
  error: "Error",
  malformed: "Unreadable",
} as const;

interface BlockViewProps {
  readonly block: Block;
  readonly depth: number;
  readonly state: PageState;
}

function BlockView({ block, depth, state }: BlockViewProps): JSX.Element {
  const { index, last, at, parent, kind } = block;
  const selected = state.selected.value;
  const isCurrent = selected !== undefined && selected >= index && selected <= last;
  const name =
    kind === "tool"
      ? `Tool ${printable(block.name)}`
      : kind === "notice" && block.isFatal
        ? "Fatal notice"
        : names[kind];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: its button does the same
    <article
      class="block"
      data-kind={kind}
      data-depth={depth}
      style={{ marginLeft: `${Math.min(depth, 6) * 24}px` }}
      aria-current={isCurrent}
      onClick={() => {
        state.selected.value = index;
      }}
    >
      <header>
        <button type="button" class="link">
          {name}
        </button>
        {` · ${seconds(at)}`}
        {parent !== undefined && ` · sub-agent of ${printable(parent)}`}
      </header>
      {kind === "tool" ? <Call call={block} /> : <p>{printableLines(block.text)}</p>}
    </article>
  );
}

function Call({ call }: { readonly call: Extract<Block, { readonly kind: "tool" }> }): JSX.Element {
  const { input, result, isError } = call;
  const whole = pretty(input);
  return (
    <>
      <pre>{printableLines(whole ?? input)}</pre>
      {whole === undefined && input !== "" && <p class="muted">The arguments are not whole.</p>}
      {result === undefined ? (
        <p class="muted">No result came.</p>
      ) : (
        <>
          <header>{isError ? "✕ The tool failed" : "Result"}</header>
          <pre>{printableLines(result)}</pre>
        </>
      )}
    </>
  );
}

function pretty(input: string): string | undefined {
  try {
    return input === "" ? "" : JSON.stringify(JSON.parse(input), undefined, 2);
  } catch {
    return undefined;
  }
}

function EndOfTalk({ state }: { readonly state: PageState }): JSX.Element | null {
  const ending = state.ending.value;
  if (!ending || state.playhead.value !== undefined) return null;
  const { sign, name, meaning } = endingWords[ending.kind];
  const isWhole = ending.kind === "finished" || ending.kind === "failed";
  return (
    <p class={isWhole ? "muted" : "torn"}>
      {`${sign} ${name}, ${seconds(ending.at)}. `}
      {ending.kind === "cut"
        ? "The connection broke here, in the middle: what would have come next is not known."
        : meaning}
    </p>
  );
}
