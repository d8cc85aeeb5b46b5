import type { JSX } from "preact";
import { formatSpan } from "../../cli/amounts.ts";
import type { PageState } from "../state.ts";
import { type Player, SPEEDS } from "./player.ts";
import { zoom } from "./span.ts";

export function PlayControls({ state, player }: { readonly state: PageState; readonly player: Player }): JSX.Element {
  const end = Math.max(1, state.progress.value?.lastAt ?? 1, state.ending.value?.at ?? 0);
  const at = state.playhead.value ?? end;
  return (
    <fieldset class="controls" aria-label="Play">
      <button type="button" onClick={() => player.toggle()} aria-pressed={player.isPlaying.value} title="Space">
        {player.isPlaying.value ? "Pause" : "Play"}
      </button>
      <button type="button" onClick={() => player.step(-1)} title="," aria-label="One message back">
        ◂
      </button>
      <button type="button" onClick={() => player.step(1)} title="." aria-label="One message forward">
        ▸
      </button>
      <select
        aria-label="Speed"
        value={String(player.speed.value)}
        onChange={({ currentTarget: { value } }) => {
          player.speed.value = SPEEDS.find((speed) => String(speed) === value) ?? 1;
          if (player.speed.value === Number.POSITIVE_INFINITY) player.stop();
        }}
      >
        {SPEEDS.map((speed) => (
          <option key={speed} value={String(speed)}>
            {speed === Number.POSITIVE_INFINITY ? "at once" : `${speed}×`}
          </option>
        ))}
      </select>
      <input
        type="range"
        aria-label="Moment"
        aria-valuetext={formatSpan(at)}
        min={0}
        max={end}
        step={end / 1000}
        value={at}
        onInput={({ currentTarget: { value } }) => player.seek(Number(value))}
      />
      <span class="muted">{`${formatSpan(at)} of ${formatSpan(end)}`}</span>
      <button type="button" onClick={() => zoom(state, 0.5, 0)} aria-label="Zoom in" title="+">
        +
      </button>
      <button type="button" onClick={() => zoom(state, 2, 0)} aria-label="Zoom out" title="-">
        −
      </button>
    </fieldset>
  );
}
