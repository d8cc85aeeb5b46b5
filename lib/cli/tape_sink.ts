import { type FileHandle, unlink } from "node:fs/promises";
import type { OptionSpecs } from "./arguments.ts";
import { usageError } from "./cli_error.ts";
import type { CliContext } from "./context.ts";
import { openFile } from "./tape_file.ts";

/** So much is gathered before it is written, where that is no loss. */
const BLOCK = 65_536;

/** Where a tape is written to, or what is made of it. */
export interface TapeSink {
  readonly write: (bytes: Uint8Array) => Promise<void> | void;
  readonly close: () => Promise<void>;
  /** Removes a file that nothing came of. */
  readonly discard: () => Promise<void>;
}

/** How to write it. */
export interface TapeSinkOptions {
  /** Whether a file may be replaced. */
  readonly force: boolean;
  /** Whether it is nothing for a terminal. */
  readonly isBinary: boolean;
  /** Whether what has been written has to be in the file at once, whatever becomes of this process. */
  readonly isLive: boolean;
}

/** Options of everything that writes a file. */
export const fileOptions: OptionSpecs = {
  force: { short: "f", help: "Replace the file if it exists" },
};

/** Creates a file; `-` is standard output. @throws {CliError} where there is one already, unless it may be replaced */
export async function createTape(
  path: string,
  { out, screen }: Pick<CliContext, "out" | "screen">,
  { force, isBinary, isLive }: TapeSinkOptions,
): Promise<TapeSink> {
  if (path === "-") {
    if (isBinary && screen.columns !== undefined) {
      throw usageError("A tape is no text for a terminal: name a file, or pipe it into something");
    }
    return { write: out, close: async () => {}, discard: async () => {} };
  }
  const file = await openFile(path, force ? "w" : "wx");
  let parts: Uint8Array[] = [];
  let gathered = 0;
  const flush = async (): Promise<void> => {
    const bytes = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
    parts = [];
    gathered = 0;
    await writeAll(file, bytes);
  };
  return {
    write(bytes) {
      parts.push(bytes);
      gathered += bytes.byteLength;
      return isLive || gathered >= BLOCK ? flush() : undefined;
    },
    async close() {
      await flush().finally(() => file.close());
    },
    async discard() {
      await file.close();
      await unlink(path);
    },
  };
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.byteLength; ) {
    at += (await file.write(bytes, at, bytes.byteLength - at)).bytesWritten;
  }
}
