import type { TapeRecord } from "../tape/mod.ts";
import type { Arguments } from "./arguments.ts";
import type { CliContext } from "./context.ts";
import { readLive } from "./live_options.ts";
import { onTape } from "./on_tape.ts";
import { openChannel } from "./open_channel.ts";
import { recordChannel } from "./record_channel.ts";
import { createTape } from "./tape_sink.ts";

/** Opens a channel, and gives its records as it goes on; with a path they go on a tape first. */
export async function liveRecords(
  url: string,
  path: string | undefined,
  given: Arguments,
  context: CliContext,
): Promise<ReadableStream<TapeRecord>> {
  const live = readLive(given, url, context);
  // A run that is asked for costs something, so it is first made sure that it can be recorded.
  const sink =
    path === undefined
      ? undefined
      : await createTape(path, context, { force: given.flag("force"), isBinary: true, isLive: true });
  try {
    const messages = await openChannel(url, context);
    const records = recordChannel(messages, live, context);
    return sink === undefined ? records : onTape(records, sink);
  } catch (error) {
    await sink?.discard();
    throw error;
  }
}
