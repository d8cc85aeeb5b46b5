import type { JSX } from "preact";
import { formatBytes, formatCount } from "../../cli/amounts.ts";
import { printable } from "../../cli/printable.ts";
import type { Problem } from "../recording.ts";
import type { PageState } from "../state.ts";
import { Hex } from "./hex.tsx";
import { JsonTree } from "./json_tree.tsx";
import { kindSigns, kindWords } from "./kinds.ts";
import { seconds } from "./row_list.tsx";

/** All of the row that is looked at. */
export function DetailPane({ state }: { readonly state: PageState }): JSX.Element {
  const detail = state.detail.value;
  if (!detail) {
    return (
      <section class="detail" aria-label="Detail">
        <p class="muted">Choose a message, by a click or with j and k.</p>
      </section>
    );
  }
  const { row, bytes, value, problem } = detail;
  return (
    <section class="detail" aria-label="Detail">
      <h2>
        <span class="kind" data-kind={row.kind}>
          {kindSigns[row.kind]} {kindWords[row.kind]}
        </span>{" "}
        {row.name}
      </h2>
      <p class="muted">{`no. ${formatCount(row.index + 1)}, at ${seconds(row.at)}, ${formatBytes(row.size)}`}</p>
      {row.kind === "extra" && <p class="problem">It came after the error, which has to be the last word.</p>}
      {problem && <Refusal problem={problem} />}
      {value !== undefined && (
        <>
          <h3>Content</h3>
          <div class="tree">
            <JsonTree key={row.index} value={value} />
          </div>
        </>
      )}
      {bytes.byteLength > 0 && (
        <>
          <h3>Bytes</h3>
          <Hex bytes={bytes} mark={problem?.offset} />
        </>
      )}
    </section>
  );
}

function Refusal({ problem: { code, message, offset, issues } }: { readonly problem: Problem }): JSX.Element {
  return (
    <div class="problem">
      <strong>No reader takes this message.</strong> {printable(message)} <span class="muted">{`(${code})`}</span>
      {offset !== undefined && <p>{`It fails at byte ${formatCount(offset)}, marked below.`}</p>}
      {issues.length > 0 && (
        <ul>
          {issues.map((issue) => (
            <li key={issue.path}>
              <code>{printable(issue.path) || "the value"}</code>: {printable(issue.message)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
