import { useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { countOf, formatSpan } from "../../cli/amounts.ts";
import type { Timeline } from "../recording.ts";
import type { PageState } from "../state.ts";
import { drawTimeline } from "./draw_timeline.ts";
import { endingWords } from "./ending_words.ts";
import { spanOf, zoom } from "./span.ts";

/** The messages over time. A drag chooses a span for the list; the wheel zooms, and with shift goes along. */
export function TimelineView({ state }: { readonly state: PageState }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const timeline = useSignal<Timeline | undefined>(undefined);
  const size = useSignal(0);
  const brush = useSignal<{ readonly from: number; readonly to: number } | undefined>(undefined);
  const isAsking = useRef(false);
  const isStale = useRef(false);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const redraw = (): void => {
      size.value++;
    };
    const observer = new ResizeObserver(redraw);
    observer.observe(element);
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", redraw);
    addEventListener("themechange", redraw);
    // Not by an attribute, where it would be passive, and the page would scroll as well.
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { from, to } = spanOf(state);
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        zoom(state, 1, ((event.deltaX || event.deltaY) / 600) * (to - from));
      } else zoom(state, event.deltaY > 0 ? 1.25 : 0.8, 0, timeAt(event));
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => {
      observer.disconnect();
      scheme.removeEventListener("change", redraw);
      removeEventListener("themechange", redraw);
      element.removeEventListener("wheel", wheel);
    };
  }, []);

  useSignalEffect(() => {
    void state.version.value;
    void state.span.value;
    void size.value;
    const ask = (): void => {
      isAsking.current = true;
      isStale.current = false;
      const { from, to } = spanOf(state);
      const columns = Math.max(20, Math.floor((canvas.current?.clientWidth ?? 600) / 4));
      state.engine
        .ask("timeline", { from, to, columns })
        .then(
          (told) => {
            timeline.value = told;
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

  useSignalEffect(() => {
    void size.value;
    const { from, to } = state.filter.value;
    const chosen = brush.value ?? (from !== undefined && to !== undefined ? { from, to } : undefined);
    const selectedAt = state.detail.value && state.selected.value !== undefined ? state.detail.value.row.at : undefined;
    const playhead = state.playhead.value;
    const ending = playhead === undefined ? state.ending.value : undefined;
    if (canvas.current && timeline.value) {
      drawTimeline(canvas.current, timeline.value, { selectedAt, playhead, brush: chosen, ending });
    }
  });

  const timeAt = (event: MouseEvent): number => {
    const { left = 0, width = 1 } = canvas.current?.getBoundingClientRect() ?? {};
    const { from, to } = spanOf(state);
    return Math.min(to, Math.max(from, from + ((event.clientX - left - 2) / (width - 12)) * (to - from)));
  };
  const start = useRef<number | undefined>(undefined);

  const select = (at: number): void => {
    state.engine.ask("timeline", { from: at, to: spanOf(state).to, columns: 1 }).then(
      ({ columns }) => {
        const index = columns[0]?.index;
        if (index !== undefined) state.selected.value = index;
      },
      () => {},
    );
  };

  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={summary(state, timeline.value)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = timeAt(event);
      }}
      onPointerMove={(event) => {
        if (start.current === undefined) return;
        const at = timeAt(event);
        brush.value = { from: Math.min(start.current, at), to: Math.max(start.current, at) };
      }}
      onPointerUp={(event) => {
        const chosen = brush.value;
        const { width = 1 } = canvas.current?.getBoundingClientRect() ?? {};
        const { from, to } = spanOf(state);
        brush.value = undefined;
        start.current = undefined;
        // A drag of a few pixels is a click.
        if (chosen && (chosen.to - chosen.from) / (to - from) > 4 / width) {
          state.filter.value = { ...state.filter.value, ...chosen };
        } else select(timeAt(event));
      }}
      onDblClick={() => {
        state.filter.value = { ...state.filter.value, from: undefined, to: undefined };
        state.span.value = undefined;
      }}
    />
  );
}

function summary({ progress, ending, span }: PageState, timeline: Timeline | undefined): string {
  const { rows = 0, lastAt = 0 } = progress.value ?? {};
  const silences = timeline?.gaps.length ?? 0;
  const end = ending.value ? `${endingWords[ending.value.kind].name} at ${formatSpan(ending.value.at)}.` : "";
  const shown = span.value ? ` Shown: ${formatSpan(span.value.from)} to ${formatSpan(span.value.to)}.` : "";
  return `Timeline: ${countOf(rows, "message")} in ${formatSpan(lastAt)}, ${countOf(silences, "gap")}. ${end}${shown}`;
}
