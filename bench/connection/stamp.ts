/** What a message says of itself, in times of the machine. */
export interface Stamp {
  /** When it should have been written. */
  readonly due: number;
  /** When it was. */
  readonly written: number;
  /** How many messages had been sent before on its connection. */
  readonly before: number;
}

/** Milliseconds on a clock that all processes of the machine share. */
export function machineTime(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

export function writeStamp({ due, written, before }: Stamp): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Float64Array.of(due, written, before).buffer);
}

export function readStamp(payload: Uint8Array): Stamp {
  const [due = 0, written = 0, before = 0] = new Float64Array(new Uint8Array(payload).buffer);
  return { due, written, before };
}
