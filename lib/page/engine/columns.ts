import { ROW_KINDS, type RowKind } from "../recording.ts";

/** More different names than this are all "other": a peer could make each message's method its own. */
const MOST_NAMES = 65_535;

/** What is kept of each row: 27 bytes, and nothing that was decoded. */
export class Columns {
  length = 0;
  readonly names: string[] = [""];
  readonly nameCounts: number[] = [0];
  readonly kindCounts: Record<RowKind, number> = { item: 0, error: 0, malformed: 0, extra: 0, sent: 0, dropped: 0 };
  #at = new Float64Array(1024);
  #start = new Float64Array(1024);
  #bytes = new Uint32Array(1024);
  #size = new Uint32Array(1024);
  #name = new Uint16Array(1024);
  #kind = new Uint8Array(1024);
  readonly #ids: Map<string, number> = new Map([["", 0]]);

  /** @param start of its record on the tape, which has so many `bytes` */
  add(row: {
    readonly at: number;
    readonly kind: RowKind;
    readonly name: string;
    readonly size: number;
    readonly start: number;
    readonly bytes: number;
  }): void {
    const at = this.length;
    if (at === this.#kind.length) this.#grow();
    this.#at[at] = row.at;
    this.#start[at] = row.start;
    this.#bytes[at] = row.bytes;
    this.#size[at] = row.size;
    this.#kind[at] = ROW_KINDS.indexOf(row.kind);
    const id = this.#idOf(row.name);
    this.#name[at] = id;
    this.nameCounts[id] = (this.nameCounts[id] ?? 0) + 1;
    this.kindCounts[row.kind]++;
    this.length++;
  }

  at(index: number): number {
    return this.#at[index] ?? 0;
  }

  start(index: number): number {
    return this.#start[index] ?? 0;
  }

  end(index: number): number {
    return this.start(index) + (this.#bytes[index] ?? 0);
  }

  size(index: number): number {
    return this.#size[index] ?? 0;
  }

  kind(index: number): RowKind {
    return ROW_KINDS[this.#kind[index] ?? 0] ?? "item";
  }

  nameId(index: number): number {
    return this.#name[index] ?? 0;
  }

  name(index: number): string {
    return this.names[this.nameId(index)] ?? "";
  }

  /** The number of rows that are not after this time: rows come in the order of time. */
  countUntil(at: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #idOf(name: string): number {
    const known = this.#ids.get(name);
    if (known !== undefined || this.names.length >= MOST_NAMES) return known ?? 0;
    const id = this.names.push(name) - 1;
    this.#ids.set(name, id);
    return id;
  }

  #grow(): void {
    this.#at = copied(this.#at, new Float64Array(this.length * 2));
    this.#start = copied(this.#start, new Float64Array(this.length * 2));
    this.#bytes = copied(this.#bytes, new Uint32Array(this.length * 2));
    this.#size = copied(this.#size, new Uint32Array(this.length * 2));
    this.#name = copied(this.#name, new Uint16Array(this.length * 2));
    this.#kind = copied(this.#kind, new Uint8Array(this.length * 2));
  }
}

function copied<T extends Float64Array | Uint32Array | Uint16Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
