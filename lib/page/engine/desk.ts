import type { Filter, View } from "../recording.ts";
import type { Questions, Request, Topic } from "../wire.ts";
import { ConversationBuilder } from "./conversation.ts";
import { detailOf } from "./detail.ts";
import { exportRows } from "./export_rows.ts";
import { entryOf } from "./read_record.ts";
import { listRows, readRows } from "./row_reader.ts";
import { RowView } from "./row_view.ts";
import { search } from "./search.ts";
import type { Store } from "./store.ts";
import type { TapeIndex } from "./tape_index.ts";
import { timelineOf } from "./timeline.ts";

type Question = Extract<Request, { readonly id: number }>;
type Answer = Questions[Topic]["answer"];

/** Answers what is asked of one recording, as far as it has been read. */
export class Desk {
  readonly #index: TapeIndex;
  readonly #store: Store;
  readonly #told: (view: View) => void;
  #view: RowView;
  #searching: RowView | undefined;
  #playhead: number | undefined;
  #conversation: ConversationBuilder = new ConversationBuilder();
  #folding: Promise<void> = Promise.resolve();

  /** @param told hears of every change of the view */
  constructor(index: TapeIndex, store: Store, told: (view: View) => void) {
    this.#index = index;
    this.#store = store;
    this.#told = told;
    this.#view = new RowView(index.rows, {});
  }

  filter(filter: Filter): void {
    this.#view = new RowView(this.#index.rows, filter);
    this.update();
  }

  playhead(at: number | undefined): void {
    const isBack = this.#playhead === undefined || (at !== undefined && at < this.#playhead);
    if (isBack && at !== undefined) this.#conversation = new ConversationBuilder();
    this.#playhead = at;
    this.#tell();
  }

  /** There are more rows. */
  update(): void {
    const view = this.#view;
    if (view.text === undefined) view.update();
    else if (this.#searching !== view) {
      // The one that runs finds what has come meanwhile, too.
      this.#searching = view;
      const isWanted = (): boolean => this.#view === view;
      search(view, this.#index.rows, this.#store, isWanted, () => this.#tell())
        .catch(() => {})
        .finally(() => {
          if (this.#searching === view) this.#searching = undefined;
        });
    }
    this.#tell();
  }

  answer(question: Question): Promise<Answer> | Answer {
    const { rows } = this.#index;
    switch (question.type) {
      case "rows": {
        const to = Math.min(this.#state().count, question.from + question.count);
        return listRows(this.#index, this.#store, this.#listed(question.from, to));
      }
      case "detail":
        return this.#detail(question.index);
      case "place":
        return this.#view.place("index" in question ? question.index : rows.countUntil(question.at - 1e-9));
      case "after": {
        const next = rows.countUntil(question.at);
        return next < rows.length ? rows.at(next) : undefined;
      }
      case "before": {
        const last = rows.countUntil(question.at - 1e-9) - 1;
        return last >= 0 ? rows.at(last) : undefined;
      }
      case "timeline":
        return timelineOf(this.#index, question.from, question.to, question.columns, this.#limit());
      case "conversation":
        return this.#converse();
      case "export": {
        const isWhole = question.what === "all";
        const indexes = isWhole ? numbers(0, rows.length) : this.#listed(0, this.#state().count);
        return exportRows(this.#index, this.#store, indexes, question.as, isWhole);
      }
    }
  }

  #listed(from: number, to: number): readonly number[] {
    return numbers(from, to).map((at) => this.#view.index(at));
  }

  /** Rows from this one on are not there yet. */
  #limit(): number {
    const { rows } = this.#index;
    return this.#playhead === undefined ? rows.length : rows.countUntil(this.#playhead);
  }

  #state(): View {
    return this.#view.state(this.#limit());
  }

  #tell(): void {
    this.#told(this.#state());
  }

  async #detail(number: number): Promise<Answer> {
    for await (const { record } of readRows(this.#index, this.#store, [number])) {
      return detailOf(this.#index, number, record);
    }
    throw new Error("There is no such row");
  }

  /** Goes on with the conversation from where it was looked at last. */
  async #converse(): Promise<Answer> {
    const folded = this.#folding.then(() => this.#fold(this.#conversation));
    this.#folding = folded.catch(() => {});
    await folded;
    return this.#conversation.result();
  }

  async #fold(builder: ConversationBuilder): Promise<void> {
    const { rows, family } = this.#index;
    const indexes = numbers(builder.next, Math.max(builder.next, this.#limit()));
    for await (const { index, record } of readRows(this.#index, this.#store, indexes)) {
      if (builder !== this.#conversation) return;
      builder.next = index + 1;
      if (record.type !== "message") continue;
      const { seen, message } = entryOf(record, family);
      const refused = seen.type === "malformed" ? seen.problem.message : "";
      const text = seen.type === "sent" ? new TextDecoder().decode(message) : refused;
      builder.take(index, rows.at(index), rows.kind(index), seen, text);
    }
  }
}

function numbers(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}
