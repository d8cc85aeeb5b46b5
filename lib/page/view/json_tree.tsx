import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { printableLines } from "../../cli/printable.ts";
import type { JsonValue } from "../../mod.ts";

/** Members beyond these are shown when they are asked for. */
const AT_FIRST = 100;

/** A JSON value, of which the parts unfold. */
export function JsonTree({ name, value, depth = 0 }: { name?: string; value: JsonValue; depth?: number }): JSX.Element {
  const most = useSignal(AT_FIRST);
  const isOpen = useSignal(depth < 2);
  const label = name === undefined ? null : <span class="key">{`${name}: `}</span>;
  if (typeof value !== "object" || value === null) {
    const text = typeof value === "string" ? printableLines(value) : String(value);
    return (
      <div class="text mono">
        {label}
        {typeof value === "string" ? `"${text}"` : text}
      </div>
    );
  }
  const members = Object.entries(value);
  const shape = Array.isArray(value) ? `[ ${members.length} ]` : `{ ${members.length} }`;
  return (
    <details
      open={isOpen.value}
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary class="mono">
        {label}
        <span class="muted">{shape}</span>
      </summary>
      {isOpen.value && (
        <ul>
          {members.slice(0, most.value).map(([key, member]) => (
            <li key={key}>
              <JsonTree name={printableLines(key)} value={member ?? null} depth={depth + 1} />
            </li>
          ))}
          {members.length > most.value && (
            <li>
              <button
                type="button"
                onClick={() => {
                  most.value += 1000;
                }}
              >
                {`${members.length - most.value} more`}
              </button>
            </li>
          )}
        </ul>
      )}
    </details>
  );
}
