import { formatBytes } from "./amounts.ts";
import type { CliContext } from "./context.ts";
import type { TapeFile } from "./tape_file.ts";

/** How often it is told, in milliseconds. What is over sooner is not worth telling of. */
const EVERY = 500;

/** The bytes of a file; on the way, how far it is, on a line of its own that is gone in the end. */
export function withProgress(
  { bytes, size }: Pick<TapeFile, "bytes" | "size">,
  { screen, err, now }: Pick<CliContext, "screen" | "err" | "now">,
): ReadableStream<Uint8Array> {
  if (!screen.progress) return bytes;
  const reader = bytes.getReader();
  let read = 0;
  let last = now();
  let isTold = false;

  const clear = (): void => {
    if (isTold) err("\r\x1b[K");
    isTold = false;
  };

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) {
          clear();
          return controller.close();
        }
        read += value.byteLength;
        if (now() - last >= EVERY) {
          last = now();
          isTold = true;
          const part = size ? `${Math.floor((read / size) * 100)} % of ${formatBytes(size)}` : formatBytes(read);
          err(`\r${part} read\x1b[K`);
        }
        controller.enqueue(value);
      },
      cancel(reason) {
        clear();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
