import { useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { formatBytes, formatCount } from "../../cli/amounts.ts";
import type { Row } from "../recording.ts";
import type { PageState } from "../state.ts";
import { kindSigns, kindWords } from "./kinds.ts";

export const ROW_HEIGHT = 26;

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
  // Scrolled to the end, the last row is at the bottom, whatever the scale.
  const scale = drawn > height.value ? (whole - height.value) / (drawn - height.value) : 1;
  const first = Math.max(0, Math.min(count - 1, Math.floor((top.value * scale) / ROW_HEIGHT)));

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      height.value = element.clientHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const asked = useRef(0);
  useSignalEffect(() => {
    const { count: now } = state.view.value;
    void state.version.value;
    const start = Math.max(0, Math.floor((top.value * scale) / ROW_HEIGHT) - AROUND);
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
        const at = (position * ROW_HEIGHT) / scale;
        const visible = height.value - ROW_HEIGHT;
        if (at < element.scrollTop) element.scrollTop = at;
        else if (at > element.scrollTop + visible) element.scrollTop = at - visible;
      },
      () => {},
    );
  });

  const offset = top.value - ((top.value * scale) % ROW_HEIGHT);
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
      <div style={{ height: `${drawn}px` }} />
      {rows.value.map((row, at) => (
        <RowLine
          key={row.index}
          row={row}
          y={scale === 1 ? (from.value + at) * ROW_HEIGHT : offset + (from.value + at - first) * ROW_HEIGHT}
          isSelected={row.index === state.selected.value}
          select={() => {
            state.selected.value = row.index;
          }}
        />
      ))}
    </div>
  );
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
