import { CutError } from "../../mod.ts";
import type { Filter } from "../recording.ts";
import type { Report, Request } from "../wire.ts";
import { Desk } from "./desk.ts";
import { type Opened, openSource } from "./open_source.ts";
import { type PlacedRecord, PlacedRecordsStream } from "./placed_records_stream.ts";
import { TapeIndex } from "./tape_index.ts";

/** How often progress is told, in milliseconds. */
const TELL_EVERY = 100;

/** In milliseconds. */
const HEAD_START = 100;

const MOST_NAMES_TOLD = 200;

/** The browser keeps what came of a live channel, on disk if it likes, and not without end. */
const MOST_KEPT = 1024 ** 3;

/** What the worker does: reads a recording, and has what the page asks answered. */
export class Engine {
  readonly #tell: (report: Report) => void;
  #leaving: AbortController = new AbortController();
  #desk: Desk | undefined;
  #filter: Filter = {};
  #lastTold = 0;
  #later: ReturnType<typeof setTimeout> | undefined;
  #index: TapeIndex | undefined; // of what is open

  constructor(tell: (report: Report) => void) {
    this.#tell = tell;
  }

  /** Does what the page asks. Never rejects: what goes wrong is told. */
  async take(request: Request): Promise<void> {
    switch (request.type) {
      case "open":
        return this.#open(request);
      case "leave":
        return this.#leaving.abort("The page left");
      case "filter":
        this.#filter = request.filter;
        return this.#desk?.filter(request.filter);
      case "playhead":
        return this.#desk?.playhead(request.at);
      default:
        try {
          if (!this.#desk) throw new Error("Nothing is open");
          this.#tell({ type: "answer", id: request.id, value: await this.#desk.answer(request) });
        } catch (error) {
          this.#tell({ type: "refusal", id: request.id, message: wordsOf(error) });
        }
    }
  }

  async #open({ source, family }: Extract<Request, { readonly type: "open" }>): Promise<void> {
    this.#leaving.abort("Another recording was opened");
    const leaving = new AbortController();
    this.#leaving = leaving;
    this.#desk = undefined;
    const index = new TapeIndex(family);
    this.#index = index;
    const isWanted = (): boolean => this.#leaving === leaving;
    try {
      const opened = await openSource(source, family, leaving.signal);
      const problem = await this.#read(opened, index, leaving);
      if (!isWanted()) return;
      if (!index.header) throw new Error(problem ?? "There is nothing in it");
      this.#tell({ type: "ending", ending: index.verdict(problem) });
      this.#progress(opened, index, true);
    } catch (error) {
      if (isWanted()) this.#tell({ type: "failure", message: wordsOf(error) });
    }
  }

  /** @returns why it cannot be read further, in words, if that is not its end */
  async #read(opened: Opened, index: TapeIndex, leaving: AbortController): Promise<string | undefined> {
    const sink = new WritableStream({
      write: async (placed: readonly PlacedRecord[]) => {
        if (this.#leaving !== leaving) throw new Error("Another recording was opened");
        for (const one of placed) index.take(one);
        const isFirst = !this.#desk;
        if (isFirst) this.#begun(opened, index);
        this.#progress(opened, index, false);
        // The page draws itself first, which takes long on a machine whose processors are all busy here.
        if (isFirst) await new Promise((resolve) => setTimeout(resolve, HEAD_START));
        if (opened.isLive && opened.store.size > MOST_KEPT) {
          leaving.abort("The page keeps at most 1 GiB of a live channel");
        }
      },
    });
    try {
      await opened.bytes.pipeThrough(new PlacedRecordsStream()).pipeTo(sink);
      return undefined;
    } catch (error) {
      return wordsOf(error);
    }
  }

  #begun({ title, isLive, store }: Opened, index: TapeIndex): void {
    const { header, family } = index;
    if (!header) return;
    const { carrier, startedAt, metadata } = header;
    this.#tell({ type: "head", head: { title, family, carrier, startedAt, metadata, isLive } });
    this.#desk = new Desk(index, store, (view) => this.#tell({ type: "view", view }));
    this.#desk.filter(this.#filter);
  }

  #progress(opened: Opened, index: TapeIndex, isEnded: boolean): void {
    const { store, totalBytes } = opened;
    const { rows, lastAt } = index;
    const now = performance.now();
    if (!isEnded && now - this.#lastTold < TELL_EVERY) {
      // What comes last before a pause is told, too.
      this.#later ??= setTimeout(() => {
        this.#later = undefined;
        if (this.#index === index) this.#progress(opened, index, false);
      }, TELL_EVERY);
      return;
    }
    clearTimeout(this.#later);
    this.#later = undefined;
    this.#lastTold = now;
    const names = rows.names
      .map((name, id) => ({ name, count: rows.nameCounts[id] ?? 0 }))
      .filter(({ name }) => name !== "")
      .sort((one, other) => other.count - one.count)
      .slice(0, MOST_NAMES_TOLD);
    const bytes = isEnded ? store.size : rows.end(rows.length - 1);
    const kinds = { ...rows.kindCounts };
    this.#tell({ type: "progress", progress: { isEnded, bytes, totalBytes, rows: rows.length, lastAt, kinds, names } });
    this.#desk?.update();
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof CutError) return error.reason ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
