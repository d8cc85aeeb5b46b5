import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { formatBytes, formatCount } from "../../cli/amounts.ts";
import type { PageState } from "../state.ts";
import { Banner } from "./banner.tsx";
import { ConversationPane } from "./conversation_pane.tsx";
import { DetailPane } from "./detail_pane.tsx";
import { FilterBar } from "./filter_bar.tsx";
import { Help } from "./help.tsx";
import { keyBindings, listenToKeys } from "./keys.ts";
import { openFile } from "./open_file.ts";
import { PlayControls } from "./play_controls.tsx";
import { createPlayer, type Player } from "./player.ts";
import { RowList } from "./row_list.tsx";
import { TimelineView } from "./timeline_view.tsx";
import { TopBar } from "./top_bar.tsx";
import { Welcome } from "./welcome.tsx";

/** The whole page. */
export function App({ state }: { readonly state: PageState }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const help = (): void => dialog.current?.showModal();
  const player = useMemo(() => createPlayer(state), []);
  const bindings = useMemo(() => keyBindings(state, player, help), []);
  useEffect(() => listenToKeys(bindings), []);
  const isOpen = state.head.value !== undefined;
  return (
    <>
      {isOpen ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: a tape may be dropped anywhere, and opened by a button, too
        <div
          class="app"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            const file = event.dataTransfer?.files[0];
            if (file) openFile(state, file);
          }}
        >
          <TopBar state={state} help={help} />
          <Banner state={state} />
          <Parts state={state} player={player} />
          <Status state={state} />
        </div>
      ) : (
        <>
          <TopBar state={state} help={help} />
          {state.source.value && !state.failure.value ? (
            <p class="welcome" role="status">
              Opening…
            </p>
          ) : (
            <Welcome state={state} />
          )}
        </>
      )}
      <Help at={dialog} bindings={bindings} />
    </>
  );
}

/** What is below the banner, each part in a turn of its own: all of it at once would hold the page up. */
function Parts({ state, player }: { readonly state: PageState; readonly player: Player }): JSX.Element {
  const there = useSignal(0);
  useEffect(() => {
    const timer = there.value < 4 ? setTimeout(() => there.value++) : undefined;
    return () => clearTimeout(timer);
  }, [there.value]);
  return (
    <>
      <section class="time" aria-label="Time">
        {there.value > 1 && <TimelineView state={state} />}
        <PlayControls state={state} player={player} />
      </section>
      {there.value > 2 && <FilterBar state={state} />}
      <div class="main">
        <div class="pane">
          <Panes state={state} />
          {there.value > 0 &&
            (state.pane.value === "list" ? <RowList state={state} /> : <ConversationPane state={state} />)}
        </div>
        <div class="pane">{there.value > 3 && <DetailPane state={state} />}</div>
      </div>
    </>
  );
}

function Panes({ state }: { readonly state: PageState }): JSX.Element | null {
  if (state.head.value?.family !== "run-loop") return null;
  return (
    <div class="controls" role="tablist" aria-label="Show" style={{ padding: "6px 10px" }}>
      {(["conversation", "list"] as const).map((pane) => (
        <button
          key={pane}
          type="button"
          role="tab"
          aria-selected={state.pane.value === pane}
          onClick={() => {
            state.pane.value = pane;
          }}
        >
          {pane === "list" ? "Messages" : "Conversation"}
        </button>
      ))}
    </div>
  );
}

function Status({ state }: { readonly state: PageState }): JSX.Element {
  const { rows = 0, bytes = 0 } = state.progress.value ?? {};
  const { count, isComplete } = state.view.value;
  return (
    <footer class="status">
      <span>{`${formatCount(count)} of ${formatCount(rows)} shown${isComplete ? "" : ", still looking"}`}</span>
      <span>{formatBytes(bytes)}</span>
      <span>
        Keys: <kbd>?</kbd>
      </span>
      {state.failure.value && <span role="alert">{state.failure.value}</span>}
    </footer>
  );
}
