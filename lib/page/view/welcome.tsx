import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { isFamilyName } from "../../cli/families.ts";
import type { PageState } from "../state.ts";
import { chooseFile, openFile } from "./open_file.ts";

/** What is shown before anything is open: the ways to open something. */
export function Welcome({ state }: { readonly state: PageState }): JSX.Element {
  const failure = state.failure.value;
  return (
    <main class="welcome">
      <div>
        <h1>Look at a channel</h1>
        <p class="muted">
          What was said, when, and how it ended: of a tape, or of a channel while it goes on. Nothing leaves this
          machine.
        </p>
      </div>
      {failure && (
        <p class="failure" role="alert">
          {failure}
        </p>
      )}
      <DropZone state={state} />
      <ChannelForm state={state} />
    </main>
  );
}

function DropZone({ state }: { readonly state: PageState }): JSX.Element {
  const isOver = useSignal(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    isOver.value = false;
    const file = event.dataTransfer?.files[0];
    if (file) openFile(state, file);
  };
  return (
    <section
      class="drop"
      aria-label="A tape"
      data-over={isOver.value}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => {
        isOver.value = false;
      }}
      onDrop={drop}
    >
      <p>Drop a tape here, or</p>
      <button type="button" onClick={() => chooseFile(state)}>
        Choose a file
      </button>
    </section>
  );
}

function ChannelForm({ state }: { readonly state: PageState }): JSX.Element {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const given = new FormData(event.currentTarget);
    const prompt = String(given.get("prompt") ?? "");
    const family = given.get("family");
    const source = {
      kind: "channel",
      url: String(given.get("url")),
      prompt: prompt === "" ? undefined : prompt,
    } as const;
    state.open(source, isFamilyName(family) ? family : undefined);
  };
  return (
    <form class="form" onSubmit={submit}>
      <label>
        A live channel
        <input
          name="url"
          type="url"
          required
          pattern="wss?://.+"
          placeholder="ws://127.0.0.1:14979/tool/notifications"
        />
      </label>
      <label>
        Prompt, if it is a run loop to ask for
        <textarea name="prompt" rows={2} />
      </label>
      <label>
        What the messages hold
        <select name="family">
          <option value="">by the address</option>
          <option value="notifications">notifications</option>
          <option value="run-loop">chunks of a run loop</option>
          <option value="raw">anything</option>
        </select>
      </label>
      <div>
        <button type="submit">Watch it</button>
      </div>
    </form>
  );
}
