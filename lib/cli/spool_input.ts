import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CliContext } from "./context.ts";
import { createTape } from "./tape_sink.ts";

/** A file that is there until it is removed. */
export interface Spooled {
  readonly path: string;
  remove(): Promise<void>;
}

/** Puts all of standard input into a file: what is served has to be there for each who asks. */
export async function spoolInput(context: CliContext): Promise<Spooled> {
  const folder = await mkdtemp(join(tmpdir(), "channel-frames-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const path = join(folder, "input.tape");
  const reader = context.input().getReader();
  const stop = (): void => void reader.cancel(context.signal.reason).catch(() => {});
  context.signal.addEventListener("abort", stop);
  try {
    context.signal.throwIfAborted();
    const file = await createTape(path, context, { force: false, isBinary: true, isLive: false });
    for (let read = await reader.read(); !read.done; read = await reader.read()) await file.write(read.value);
    await file.close();
    context.signal.throwIfAborted();
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  } finally {
    context.signal.removeEventListener("abort", stop);
  }
}
