import type { JSX } from "preact";
import { formatCount, formatSpan } from "../../cli/amounts.ts";
import { ROW_KINDS, type RowKind } from "../recording.ts";
import type { PageState } from "../state.ts";
import { kindSigns, kindWords } from "./kinds.ts";

export const SEARCH_ID = "search";

/** What narrows the list: text, kind, method, and the span that the timeline's brush has chosen. */
export function FilterBar({ state }: { readonly state: PageState }): JSX.Element {
  const filter = state.filter.value;
  const { kinds, names } = state.progress.value ?? { kinds: undefined, names: [] };
  const { from, to } = filter;
  const shown = (kind: RowKind): boolean => filter.kinds?.includes(kind) ?? true;
  const toggle = (kind: RowKind): void => {
    const chosen = ROW_KINDS.filter((one) => (one === kind ? !shown(one) : shown(one)));
    state.filter.value = { ...filter, kinds: chosen.length === ROW_KINDS.length ? undefined : chosen };
  };
  return (
    <section class="filter" aria-label="Filter">
      <input
        id={SEARCH_ID}
        type="search"
        placeholder="Find in the text ( / )"
        aria-label="Find in the text"
        value={filter.text ?? ""}
        onInput={({ currentTarget: { value } }) => {
          state.filter.value = { ...filter, text: value === "" ? undefined : value };
        }}
      />
      {ROW_KINDS.filter((kind) => kinds?.[kind]).map((kind) => (
        <button type="button" key={kind} aria-pressed={shown(kind)} onClick={() => toggle(kind)}>
          <span class="kind" data-kind={kind} aria-hidden="true">
            {kindSigns[kind]}
          </span>{" "}
          {kindWords[kind]} {formatCount(kinds?.[kind] ?? 0)}
        </button>
      ))}
      {names.length > 0 && (
        <select
          aria-label="Method or type"
          value={filter.names?.[0] ?? ""}
          onChange={({ currentTarget: { value } }) => {
            state.filter.value = { ...filter, names: value === "" ? undefined : [value] };
          }}
        >
          <option value="">every method and type</option>
          {names.map(({ name, count }) => (
            <option key={name} value={name}>{`${name} (${formatCount(count)})`}</option>
          ))}
        </select>
      )}
      {from !== undefined && to !== undefined && (
        <button
          type="button"
          onClick={() => {
            state.filter.value = { ...filter, from: undefined, to: undefined };
          }}
        >
          {`${formatSpan(from)} – ${formatSpan(to)} ✕`}
          <span class="hidden">: show all times again</span>
        </button>
      )}
    </section>
  );
}
