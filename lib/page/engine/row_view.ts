import type { Filter, View } from "../recording.ts";
import { ROW_KINDS } from "../recording.ts";
import type { Columns } from "./columns.ts";

/** The rows that a filter lets through. Without one these are all, and no list of them is kept. */
export class RowView {
  readonly #rows: Columns;
  readonly #filter: Filter;
  readonly #kinds: ReadonlySet<string> | undefined;
  readonly #names: ReadonlySet<string> | undefined;
  #listed: Uint32Array | undefined;
  #length = 0;
  /** How many rows were looked at. */
  #seen = 0;

  constructor(rows: Columns, filter: Filter) {
    this.#rows = rows;
    this.#filter = filter;
    const { kinds, names, text, from, to } = filter;
    this.#kinds = kinds && kinds.length < ROW_KINDS.length ? new Set(kinds) : undefined;
    this.#names = names && new Set(names);
    const filters = this.#kinds || this.#names || text || from !== undefined || to !== undefined;
    if (filters) this.#listed = new Uint32Array(1024);
  }

  get text(): string | undefined {
    return this.#filter.text || undefined;
  }

  get seen(): number {
    return this.#seen;
  }

  /** Looks at the rows that came since, where no text is searched for. */
  update(): void {
    for (let index = this.#seen; index < this.#rows.length; index++) if (this.passes(index)) this.#list(index);
    this.#seen = this.#rows.length;
  }

  /** Of a search: so many rows were looked at, and these were found among them. */
  found(indexes: readonly number[], seen: number): void {
    for (const index of indexes) this.#list(index);
    this.#seen = seen;
  }

  /** Whether a row passes, but for the text. */
  passes(index: number): boolean {
    const { from, to } = this.#filter;
    if (this.#kinds && !this.#kinds.has(this.#rows.kind(index))) return false;
    if (this.#names && !this.#names.has(this.#rows.name(index))) return false;
    const at = this.#rows.at(index);
    return (from === undefined || at >= from) && (to === undefined || at <= to);
  }

  /** @param limit rows from this one on are not there yet */
  state(limit: number): View {
    return {
      count: this.#listed ? this.#below(limit) : Math.min(limit, this.#seen),
      isComplete: this.#seen >= this.#rows.length,
    };
  }

  /** The row at a position. */
  index(position: number): number {
    return this.#listed ? (this.#listed[position] ?? 0) : position;
  }

  /** The position of a row, or of the first after it. */
  place(index: number): number {
    return this.#listed ? this.#below(index) : index;
  }

  /** How many rows of the view have a number below this. */
  #below(index: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#listed?.[middle] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #list(index: number): void {
    if (!this.#listed) return;
    if (this.#length === this.#listed.length) {
      const more = new Uint32Array(this.#length * 2);
      more.set(this.#listed);
      this.#listed = more;
    }
    this.#listed[this.#length++] = index;
  }
}
