import type { JSX, RefObject } from "preact";
import type { KeyBinding } from "./keys.ts";

export function Help({
  at,
  bindings,
}: {
  at: RefObject<HTMLDialogElement | null>;
  bindings: readonly KeyBinding[];
}): JSX.Element {
  return (
    <dialog ref={at} aria-label="Keys">
      <h2>Keys</h2>
      <table>
        <tbody>
          {bindings.map(({ shown, does }) => (
            <tr key={shown}>
              <th scope="row" style={{ textAlign: "left" }}>
                {shown.split(" ").map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="muted">On the timeline: drag to choose a span, the wheel zooms, shift and the wheel go along.</p>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
