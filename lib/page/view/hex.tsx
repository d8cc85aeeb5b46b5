import type { JSX } from "preact";

const WIDTH = 16;

/** Lines around the place that matters, or from the beginning. */
const MOST_LINES = 64;

/** The bytes of a message, as they were; the one at `mark` stands out. */
export function Hex({ bytes, mark }: { readonly bytes: Uint8Array; readonly mark?: number | undefined }): JSX.Element {
  const line = Math.max(0, Math.floor((mark ?? 0) / WIDTH) - MOST_LINES / 2) * WIDTH;
  const shown = bytes.subarray(line, line + MOST_LINES * WIDTH);
  const lines = Array.from({ length: Math.ceil(shown.byteLength / WIDTH) }, (_, at) => line + at * WIDTH);
  return (
    <pre class="hex">
      {lines.map((start) => {
        const part = [...bytes.subarray(start, start + WIDTH)];
        return (
          <div key={start}>
            <span class="muted">{start.toString(16).padStart(6, "0")} </span>
            {part.map((byte, at) => {
              const text = byte.toString(16).padStart(2, "0");
              return (
                <span key={`${start + at}`}>
                  {at === 0 ? "" : " "}
                  {start + at === mark ? <mark>{text}</mark> : text}
                </span>
              );
            })}
            {" ".repeat(3 * (WIDTH - part.length) + 2)}
            {part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·")).join("")}
          </div>
        );
      })}
      {bytes.byteLength > line + shown.byteLength && <div class="muted">…</div>}
    </pre>
  );
}
