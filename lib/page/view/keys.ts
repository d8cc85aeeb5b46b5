import type { PageState } from "../state.ts";
import { SEARCH_ID } from "./filter_bar.tsx";
import { chooseFile } from "./open_file.ts";
import type { Player } from "./player.ts";
import { spanOf, zoom } from "./span.ts";
import { switchTheme } from "./theme.ts";

/** A key, as the help shows it, and what it does. */
export interface KeyBinding {
  readonly keys: readonly string[];
  readonly shown: string;
  readonly does: string;
  readonly act: () => void;
}

/** How far the page keys go, in rows. */
const PAGE = 20;

export function keyBindings(state: PageState, player: Player, help: () => void): readonly KeyBinding[] {
  const go = (by: number): void => void move(state, by);
  const along = (part: number): void => {
    const { from, to } = spanOf(state);
    zoom(state, 1, (to - from) * part);
  };
  return [
    { keys: ["j", "ArrowDown"], shown: "j ↓", does: "next message", act: () => go(1) },
    { keys: ["k", "ArrowUp"], shown: "k ↑", does: "message before", act: () => go(-1) },
    { keys: ["PageDown"], shown: "PgDn", does: `${PAGE} messages on`, act: () => go(PAGE) },
    { keys: ["PageUp"], shown: "PgUp", does: `${PAGE} messages back`, act: () => go(-PAGE) },
    { keys: ["g", "Home"], shown: "g Home", does: "first message", act: () => go(Number.NEGATIVE_INFINITY) },
    { keys: ["G", "End"], shown: "G End", does: "last message", act: () => go(Number.POSITIVE_INFINITY) },
    { keys: ["/"], shown: "/", does: "find in the text", act: () => document.getElementById(SEARCH_ID)?.focus() },
    { keys: [" "], shown: "Space", does: "play, pause", act: () => player.toggle() },
    { keys: [","], shown: ",", does: "one message back in time", act: () => player.step(-1) },
    { keys: ["."], shown: ".", does: "one message on in time", act: () => player.step(1) },
    { keys: ["+", "="], shown: "+", does: "zoom in", act: () => zoom(state, 0.5, 0) },
    { keys: ["-"], shown: "−", does: "zoom out", act: () => zoom(state, 2, 0) },
    { keys: ["ArrowLeft", "h"], shown: "← h", does: "back along the time axis", act: () => along(-0.25) },
    { keys: ["ArrowRight", "l"], shown: "→ l", does: "on along the time axis", act: () => along(0.25) },
    {
      keys: ["c"],
      shown: "c",
      does: "list or conversation",
      act: () => {
        state.pane.value = state.pane.value === "list" ? "conversation" : "list";
      },
    },
    { keys: ["o"], shown: "o", does: "open a tape", act: () => chooseFile(state) },
    { keys: ["t"], shown: "t", does: "light or dark", act: switchTheme },
    { keys: ["?"], shown: "?", does: "this help", act: help },
    {
      keys: ["Escape"],
      shown: "Esc",
      does: "show all again",
      act: () => {
        player.stop();
        state.filter.value = {};
        state.span.value = undefined;
      },
    },
  ];
}

/** Looks at another row of the view. */
async function move({ engine, selected, view }: PageState, by: number): Promise<void> {
  const { count } = view.value;
  if (count === 0) return;
  const index = selected.value;
  const position = index === undefined ? (by > 0 ? -1 : count) : await engine.ask("place", { index });
  const to = Math.min(count - 1, Math.max(0, position + by));
  const [row] = await engine.ask("rows", { from: to, count: 1 });
  if (row) selected.value = row.index;
}

/** @returns what stops listening */
export function listenToKeys(bindings: readonly KeyBinding[]): () => void {
  const listen = (event: KeyboardEvent): void => {
    const { key, target, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey || document.querySelector("dialog[open]")) return;
    const isTyping = target instanceof HTMLElement && target.matches("input, textarea, select");
    if (isTyping && key !== "Escape") return;
    // A button that has the focus is pressed by these.
    if (target instanceof HTMLElement && target.matches("button, summary") && (key === " " || key === "Enter")) return;
    const binding = bindings.find(({ keys }) => keys.includes(key));
    if (!binding) return;
    event.preventDefault();
    if (isTyping) target.blur();
    binding.act();
  };
  addEventListener("keydown", listen);
  return () => removeEventListener("keydown", listen);
}
