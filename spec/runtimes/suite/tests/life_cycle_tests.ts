import { stages, subjects } from "../subject.ts";
import type { Test } from "../test.ts";
import { abortRows } from "./life_cycle/abort_rows.ts";
import { handoverRows } from "./life_cycle/handover_rows.ts";
import { readerRows } from "./life_cycle/reader_rows.ts";
import { rowTests } from "./life_cycle/row.ts";
import { signalRows } from "./life_cycle/signal_rows.ts";
import { sourceRows } from "./life_cycle/source_rows.ts";
import { writerRows } from "./life_cycle/writer_rows.ts";

/** The life of every stage and of `readFrames`: whatever may happen on either side, and what everybody is told. */
export const lifeCycleTests: readonly Test[] = [
  ...rowTests(subjects, [...sourceRows, ...readerRows, ...handoverRows, ...signalRows]),
  ...rowTests(stages, [...abortRows, ...writerRows]),
];
