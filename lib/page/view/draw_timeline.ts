import { formatSpan } from "../../cli/amounts.ts";
import { type EndingReport, ROW_KINDS, type RowKind, type Timeline } from "../recording.ts";

/** What is drawn beside the columns. All times in milliseconds since the beginning. */
export interface TimelineMarks {
  readonly selectedAt: number | undefined;
  readonly playhead: number | undefined;
  readonly brush: { readonly from: number; readonly to: number } | undefined;
  readonly ending: EndingReport | undefined;
}

/** The kinds that matter most are drawn last, over the others. */
const order: readonly RowKind[] = ["item", "sent", "dropped", "extra", "malformed", "error"];

const AXIS = 18;

/** Heights are on a scale where each step is ten times as many bytes: messages have from ten to some millions. */
export function heightOf(bytes: number, most: number): number {
  return most * Math.min(1, Math.max(0.06, Math.log10(bytes + 1) / 7));
}

/** Equal steps, of 1, 2 or 5 times a power of ten milliseconds, so that at most eight fit. */
export function stepOf(span: number): number {
  const least = Math.max(span, 1e-6) / 8;
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5, 10].find((times) => times * power >= least) ?? 10) * power;
}

export function drawTimeline(canvas: HTMLCanvasElement, timeline: Timeline, marks: TimelineMarks): void {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = width * devicePixelRatio;
  canvas.height = height * devicePixelRatio;
  pen.scale(devicePixelRatio, devicePixelRatio);
  const style = getComputedStyle(canvas);
  const colour = (name: string): string => style.getPropertyValue(`--${name}-now`) || style.color;
  const { from, to } = timeline;
  const x = (at: number): number => ((at - from) / Math.max(to - from, 1e-6)) * (width - 12) + 2;
  const base = height - AXIS;
  pen.font = "11px system-ui, sans-serif";

  for (const gap of timeline.gaps) {
    const [left, right] = [Math.max(0, x(gap.from)), Math.min(width, x(gap.to))];
    if (right - left < 2 && gap.kind === "silence") continue;
    pen.fillStyle = colour("raised");
    pen.fillRect(left, 0, Math.max(2, right - left), base);
    pen.fillStyle = colour("muted");
    const label = pen.measureText(gap.text).width;
    if (label < right - left - 6) pen.fillText(gap.text, (left + right - label) / 2, 14);
  }
  if (marks.brush) {
    pen.fillStyle = colour("chosen");
    pen.fillRect(x(marks.brush.from), 0, Math.max(2, x(marks.brush.to) - x(marks.brush.from)), base);
  }
  const columnWidth = (width - 12) / timeline.columns.length;
  timeline.columns.forEach(({ counts, largest }, at) => {
    if (largest === 0 && ROW_KINDS.every((kind) => counts[kind] === 0)) return;
    const left = at * columnWidth + 2;
    for (const kind of order)
      if (counts[kind] > 0) drawMark(pen, kind, left, base, heightOf(largest, base - 20), columnWidth, colour(kind));
  });
  pen.fillStyle = colour("muted");
  pen.fillRect(0, base, width, 1);
  const step = stepOf(to - from);
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    pen.fillRect(x(at), base, 1, 4);
    const label = formatSpan(Math.max(0, at));
    if (x(at) + pen.measureText(label).width < width) pen.fillText(label, x(at) + 2, height - 5);
  }
  if (marks.ending) drawEnding(pen, marks.ending, x(marks.ending.at), base, colour);
  for (const [at, name] of [
    [marks.selectedAt, "accent"],
    [marks.playhead, "text"],
  ] as const) {
    if (at === undefined) continue;
    pen.fillStyle = colour(name);
    pen.fillRect(x(at) - 1, 0, 2, base);
  }
}

/** A bar for an item; the others have a sign on top, too, as not everybody sees the colour. */
function drawMark(
  pen: CanvasRenderingContext2D,
  kind: RowKind,
  left: number,
  base: number,
  size: number,
  width: number,
  colour: string,
): void {
  pen.fillStyle = colour;
  pen.fillRect(left, base - size, Math.max(1, width - (width > 3 ? 1 : 0)), size);
  const [middle, top] = [left + width / 2, base - size - 6];
  pen.beginPath();
  if (kind === "error") pen.rect(middle - 4, top - 4, 8, 8);
  else if (kind === "malformed") {
    pen.moveTo(middle, top - 5);
    pen.lineTo(middle + 5, top + 4);
    pen.lineTo(middle - 5, top + 4);
  } else if (kind === "extra") {
    pen.moveTo(middle, top - 5);
    pen.lineTo(middle + 5, top);
    pen.lineTo(middle, top + 5);
    pen.lineTo(middle - 5, top);
  } else if (kind === "dropped") pen.arc(middle, top, 4, 0, 2 * Math.PI);
  else if (kind === "sent") {
    pen.moveTo(middle - 4, top - 4);
    pen.lineTo(middle + 5, top);
    pen.lineTo(middle - 4, top + 4);
  }
  pen.fill();
}

/** A line where it ended; torn, unless it came to its end in order. */
function drawEnding(
  pen: CanvasRenderingContext2D,
  { kind }: EndingReport,
  x: number,
  base: number,
  colour: (name: string) => string,
): void {
  const isWhole = kind === "finished";
  pen.strokeStyle = colour(isWhole ? "good" : kind === "cut" || kind === "cancelled" ? "malformed" : "error");
  pen.lineWidth = 2;
  pen.beginPath();
  pen.moveTo(x + 3, 0);
  if (isWhole) pen.lineTo(x + 3, base);
  else for (let y = 6, side = 1; y <= base; y += 6, side = -side) pen.lineTo(x + 3 + side * 3, y);
  pen.stroke();
}
