import { useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { formatBytes, formatCount } from "../../cli/amounts.ts";
import type { Row } from "../recording.ts";
import type { PageState } from "../state.ts";
import { kindSigns, kindWords } from "./kinds.ts";

const ROW_HEIGHT = 26;

/** Firefox lays out nothing that is higher than 17.8 million pixels. Beyond this, a pixel of scrolling is more than one. */
const MOST_HEIGHT = 8_000_000;

/** Rows asked for at a time, beside those that are seen. */
const AROUND = 40;

/** The rows of the view, of which only those in sight exist. */
export function RowList({ state }: { readonly state: PageState }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(400);
  const rows = useSignal<readonly Row[]>([]);
  const from = useSignal(0);
  const count = state.view.value.count;
  const whole = count * ROW_HEIGHT;
  const drawn = Math.min(whole, MOST_HEIGHT);
  const scale = scaleOf(count, height.value);
  const seen = seenFrom(top.value, count, height.value);

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      height.value = element.getBoundingClientRect().height;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const asked = useRef(0);
  useSignalEffect(() => {
    const { count: now } = state.view.value;
    void state.version.value;
    const start = Math.max(0, Math.floor(seenFrom(top.value, now, height.value) / ROW_HEIGHT) - AROUND);
    const wanted = Math.ceil(height.value / ROW_HEIGHT) + 2 * AROUND;
    const mine = ++asked.current;
    state.engine.ask("rows", { from: start, count: Math.min(wanted, now) }).then(
      (told) => {
        if (mine !== asked.current) return;
        from.value = start;
        rows.value = told;
      },
      () => {},
    );
  });

  // What is chosen by key or by a link comes into sight.
  useSignalEffect(() => {
    const index = state.selected.value;
    if (index === undefined) return;
    state.engine.ask("place", { index }).then(
      (position) => {
        const element = box.current;
        if (!element) return;
        // There may be more rows by now than when this was drawn.
        const scale = scaleOf(state.view.peek().count, height.peek());
        const y = position * ROW_HEIGHT;
        const seen = seenFrom(element.scrollTop, state.view.peek().count, height.peek());
        const lowest = y + ROW_HEIGHT - height.value;
        if (y < seen) element.scrollTop = y / scale;
        // Rounded up, as a pixel of scrolling may be many here.
        else if (lowest > seen) element.scrollTop = Math.ceil(lowest / scale);
      },
      () => {},
    );
  });

  return (
    <div
      ref={box}
      class="list"
      role="listbox"
      aria-label={`Messages, ${formatCount(count)}`}
      tabIndex={0}
      aria-activedescendant={state.selected.value === undefined ? undefined : `row-${state.selected.value}`}
      onScroll={({ currentTarget }) => {
        top.value = currentTarget.scrollTop;
      }}
    >
      <div class="rows" data-stays={scale !== 1}>
        {rows.value.map((row, at) => (
          <RowLine
            key={row.index}
            row={row}
            y={(from.value + at) * ROW_HEIGHT - (scale === 1 ? 0 : seen)}
            isSelected={row.index === state.selected.value}
            select={() => {
              state.selected.value = row.index;
            }}
          />
        ))}
      </div>
      <div style={{ height: `${drawn}px` }} />
    </div>
  );
}

/** How many pixels of rows a pixel of scrolling is: so many that the last row is at the bottom at last. */
function scaleOf(count: number, height: number): number {
  const whole = count * ROW_HEIGHT;
  return whole > MOST_HEIGHT ? (whole - height) / (MOST_HEIGHT - height) : 1;
}

/** The first pixel of the rows that is in sight. At its end, Firefox scrolls a pixel less than it says. */
function seenFrom(scrolled: number, count: number, height: number): number {
  const scale = scaleOf(count, height);
  const isAtEnd = scale !== 1 && scrolled > MOST_HEIGHT - height - 2;
  return isAtEnd ? count * ROW_HEIGHT - height : scrolled * scale;
}

interface RowLineProps {
  readonly row: Row;
  readonly y: number;
  readonly isSelected: boolean;
  readonly select: () => void;
}

function RowLine({ row: { index, at, kind, name, size, summary }, y, isSelected, select }: RowLineProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and says which of its rows is meant
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the page
    <div
      id={`row-${index}`}
      class="row"
      role="option"
      aria-selected={isSelected}
      style={{ top: `${y}px` }}
      onClick={select}
    >
      <span class="number">{seconds(at)}</span>
      <span class="kind" data-kind={kind}>
        <span aria-hidden="true">{kindSigns[kind]}</span> {kindWords[kind]}
      </span>
      <span title={name}>{name}</span>
      <span class="number size">{formatBytes(size)}</span>
      <span class="muted summary">{summary}</span>
    </div>
  );
}

/** As in `12.345`. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(3)} s`;
}
