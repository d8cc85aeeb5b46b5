import type { JSX } from "preact";
import { countOf, formatBytes, formatCount, formatSpan } from "../../cli/amounts.ts";
import { printable } from "../../cli/printable.ts";
import { tellError } from "../../cli/tell.ts";
import type { EndingReport } from "../recording.ts";
import type { PageState } from "../state.ts";
import { closeCodeWords, endingWords, nounOf } from "./ending_words.ts";

/** How it ended, before anything else. */
export function Banner({ state }: { readonly state: PageState }): JSX.Element | null {
  const ending = state.ending.value;
  const playhead = state.playhead.value;
  if (state.head.value === undefined) return null;
  if (playhead !== undefined && !(ending && playhead >= ending.at)) {
    return <Waiting name="Playing" meaning={`This is what had come ${formatSpan(playhead)} after the beginning.`} />;
  }
  if (ending) return <Ended state={state} ending={ending} />;
  const { bytes = 0, totalBytes, rows = 0 } = state.progress.value ?? {};
  if (state.head.value.isLive) {
    return (
      <Waiting name="Live" meaning={`It goes on: ${countOf(rows, "message")} so far.`}>
        <button type="button" onClick={() => state.engine.leave()}>
          Leave the channel
        </button>
      </Waiting>
    );
  }
  const part = totalBytes ? ` (${Math.floor((100 * bytes) / totalBytes)} %)` : "";
  return (
    <Waiting
      name="Reading"
      meaning={`${countOf(rows, "message")}, ${formatBytes(bytes)}${part}. The ending comes last.`}
    />
  );
}

function Waiting({ name, meaning, children }: { name: string; meaning: string; children?: JSX.Element }): JSX.Element {
  return (
    <section class="banner" data-kind="reading" aria-label="How it ended">
      <span class="sign" aria-hidden="true">
        …
      </span>
      <div>
        <h2>{name}</h2>
        <p>{meaning}</p>
        {children}
      </div>
    </section>
  );
}

function Ended({ state, ending }: { readonly state: PageState; readonly ending: EndingReport }): JSX.Element {
  const { sign, name, meaning } = endingWords[ending.kind];
  const rows = state.progress.value?.rows ?? 0;
  const { frames, at, error, closeCode, reason, index, malformed, tapeProblem } = ending;
  return (
    <section class="banner" data-kind={ending.kind} aria-label="How it ended" role="status">
      <span class="sign" aria-hidden="true">
        {sign}
      </span>
      <div>
        <h2>{name}</h2>
        <p>{meaning}</p>
        {isPartial(state) && <p>{`But not all of it is here: ${lacks(state)}.`}</p>}
        <dl>
          <Fact term="When">{`${formatSpan(at)} after the beginning`}</Fact>
          <Fact term="Before that">{countOf(frames, nounOf(state.head.value?.family))}</Fact>
          {error !== undefined && <Fact term="Error">{printable(tellError(error))}</Fact>}
          {closeCode !== undefined && <Fact term="Close code">{closeCodeWords(closeCode)}</Fact>}
          {reason && <Fact term="Why">{printable(reason)}</Fact>}
          {tapeProblem && <Fact term="The tape">{printable(tapeProblem)}</Fact>}
          {index !== undefined && (
            <Fact term="See">
              <RowLink
                state={state}
                index={index}
                text={ending.kind === "failed" ? "the error" : "what came too late"}
              />
            </Fact>
          )}
          {(ending.kind === "cut" || ending.kind === "cancelled") && rows > 0 && (
            <Fact term="See">
              <RowLink state={state} index={rows - 1} text="the last that came" />
            </Fact>
          )}
          {malformed !== undefined && (
            <Fact term="Unreadable">
              <RowLink state={state} index={malformed} text={unreadable(state)} />
            </Fact>
          )}
        </dl>
      </div>
    </section>
  );
}

/** An ending tells of the sender. What the tape lacks, or nobody can read, is missing all the same. */
function isPartial({ ending, progress }: PageState): boolean {
  const { malformed = 0, dropped = 0 } = progress.value?.kinds ?? {};
  return ending.value?.kind === "finished" && malformed + dropped > 0;
}

function lacks({ progress }: PageState): string {
  const { malformed = 0, dropped = 0 } = progress.value?.kinds ?? {};
  return [
    malformed > 0 && `${countOf(malformed, "message")} cannot be read`,
    dropped > 0 && `${countOf(dropped, "time")} the recorder was too slow, and left messages out`,
  ]
    .filter(Boolean)
    .join(", and ");
}

function unreadable({ progress }: PageState): string {
  return countOf(progress.value?.kinds.malformed ?? 1, "message");
}

function Fact({ term, children }: { readonly term: string; readonly children: JSX.Element | string }): JSX.Element {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function RowLink({ state, index, text }: { state: PageState; index: number; text: string }): JSX.Element {
  const show = (): void => {
    state.pane.value = "list";
    state.selected.value = index;
  };
  return (
    <button type="button" class="link" onClick={show}>
      {`${text} (no. ${formatCount(index + 1)})`}
    </button>
  );
}
