import type { JSX } from "preact";
import { formatCount } from "../../cli/amounts.ts";
import type { PageState } from "../state.ts";
import { chooseFile } from "./open_file.ts";
import { save } from "./save.ts";
import { switchTheme } from "./theme.ts";

const kinds = { notifications: "notifications", "run-loop": "run loop", raw: "messages" } as const;

export function TopBar({ state, help }: { readonly state: PageState; readonly help: () => void }): JSX.Element {
  const head = state.head.value;
  const export_ = (event: Event): void => {
    if (!(event.currentTarget instanceof HTMLSelectElement)) return;
    const [what, as] = event.currentTarget.value.split(" ");
    event.currentTarget.value = "";
    if ((what === "view" || what === "all") && (as === "tape" || as === "lines")) {
      save(state, what, as).catch((error: Error) => {
        state.failure.value = error.message;
      });
    }
  };
  return (
    <header class="top">
      <h1>{head?.title ?? "channel-frames"}</h1>
      {head && (
        <span class="muted">
          {kinds[head.family]}
          {head.carrier && head.carrier !== head.title ? ` of ${head.carrier}` : ""}, since{" "}
          <time dateTime={new Date(head.startedAt).toISOString()}>{new Date(head.startedAt).toLocaleString()}</time>
        </span>
      )}
      <span class="grow" />
      {head && (
        <select aria-label="Save" onChange={export_}>
          <option value="">{head.isLive && !state.ending.value ? "Save so far…" : "Save…"}</option>
          <option value="all tape">all as a tape</option>
          <option value="all lines">all as JSON lines</option>
          <option value="view tape">{`the ${formatCount(state.view.value.count)} shown as a tape`}</option>
          <option value="view lines">{`the ${formatCount(state.view.value.count)} shown as JSON lines`}</option>
        </select>
      )}
      <button type="button" onClick={() => chooseFile(state)}>
        Open
      </button>
      <button type="button" onClick={switchTheme} title="Light or dark (t)">
        Theme
      </button>
      <button type="button" onClick={help} title="Keys (?)">
        Keys
      </button>
    </header>
  );
}
