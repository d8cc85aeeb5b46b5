import { type FileHandle, open } from "node:fs/promises";
import { CliError } from "./cli_error.ts";
import type { CliContext } from "./context.ts";

/** Bytes that are read at once. */
const BLOCK = 65_536;

/** A file that is read, or standard input. */
export interface TapeFile {
  readonly bytes: ReadableStream<Uint8Array>;
  /** How many bytes there are; `undefined` where that is not known. */
  readonly size: number | undefined;
  /** Gives a file up that nobody read to its end. */
  readonly close: () => Promise<void>;
}

/** Opens a file to read; `-` is standard input. @throws {CliError} where there is none */
export async function openTape(path: string, { input }: Pick<CliContext, "input">): Promise<TapeFile> {
  if (path === "-") return { bytes: input(), size: undefined, close: async () => {} };
  const file = await openFile(path, "r");
  const close = (): Promise<void> => file.close().catch(() => {});
  const stat = await file.stat();
  if (stat.isDirectory()) {
    await close();
    throw new CliError(`${path} is a folder, not a tape`);
  }
  const bytes = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { bytesRead, buffer } = await file.read(new Uint8Array(BLOCK), 0, BLOCK);
        if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead));
        await close();
        controller.close();
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
  return { bytes, size: stat.isFile() ? stat.size : undefined, close };
}

const told: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "you may not open it",
  EPERM: "you may not open it",
  EISDIR: "it is a folder",
  EEXIST: "it exists already: --force replaces it",
  ENOSPC: "the disk is full",
};

/** @throws {CliError} that says in words why not */
export async function openFile(path: string, flags: string): Promise<FileHandle> {
  try {
    return await open(path, flags);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new CliError(`${path}: ${told[code] ?? (code || String(error))}`, undefined, error);
  }
}
