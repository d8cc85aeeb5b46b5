import { type Command, ProcessGroup } from "./process_group.ts";

/** How long a runtime may take, from its start to its last result. */
const limit = 240_000;

/**
 * Starts a command and waits for what `collect` makes of it, or for the limit. The command is ended in any case, with
 * all that it has started.
 *
 * @throws with the last words of the command
 */
export async function awaitResults<T>(command: Command, collect: (group: ProcessGroup) => Promise<T>): Promise<T> {
  const group = new ProcessGroup(command);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No results within ${limit / 1000} s`)), limit);
  });
  try {
    return await Promise.race([collect(group), late]);
  } catch (error) {
    const words = `${group.stdout.slice(-2000)}${group.stderr}`.trim();
    throw new Error(`${error instanceof Error ? error.message : error}${words && `\n${words}`}`, { cause: error });
  } finally {
    clearTimeout(timer);
    await group.end();
  }
}
