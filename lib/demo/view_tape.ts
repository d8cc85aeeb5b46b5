import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pageText } from "../cli/page_text.ts";
import { servePage } from "../cli/serve_page.ts";

/** Serves the page with a tape, and says where, until the signal stops it. */
export async function viewTape(
  tape: Uint8Array,
  { out, signal }: { readonly out: (text: string) => void; readonly signal: AbortSignal },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "channel-frames-"));
  try {
    const path = join(folder, "run-loop.tape");
    await writeFile(path, tape);
    const { port, close } = await servePage({ page: await pageText(), tape: path, port: 0 });
    out(`The run loop is at http://127.0.0.1:${port}/?tape=/tape until Ctrl-C.\n`);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
