import type { JSX } from "preact";
import { formatCount } from "../../cli/amounts.ts";
import type { UsagePoint } from "../recording.ts";

const WIDTH = 600;
const HEIGHT = 90;
const BASE = HEIGHT - 16;

/** The tokens that had been used, over time. */
export function UsageChart({ usage }: { readonly usage: readonly UsagePoint[] }): JSX.Element {
  const { at: end, input, output } = usage.at(-1) ?? { at: 1, input: 0, output: 0 };
  const start = usage[0]?.at ?? 0;
  const most = Math.max(1, input, output);
  const line = (of: "input" | "output"): string =>
    usage
      .map((point, at) => {
        const x = end > start ? ((point.at - start) / (end - start)) * WIDTH : 0;
        return `${at === 0 ? "M" : "L"}${x.toFixed(1)} ${(BASE - (point[of] / most) * (BASE - 6)).toFixed(1)}`;
      })
      .join("");
  const text = `${formatCount(input)} tokens in, ${formatCount(output)} out`;
  return (
    <figure class="usage" style={{ margin: "0 0 10px" }}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Usage over time: ${text}`}
      >
        <path d={`M0 ${BASE}H${WIDTH}`} stroke="var(--line)" />
        <path d={line("input")} fill="none" stroke="var(--item)" stroke-width="2" vector-effect="non-scaling-stroke" />
        <path
          d={line("output")}
          fill="none"
          stroke="var(--sent)"
          stroke-width="2"
          stroke-dasharray="6 3"
          vector-effect="non-scaling-stroke"
        />
      </svg>
      <figcaption class="muted">{`Usage over time: ${text} (dashed)`}</figcaption>
    </figure>
  );
}
