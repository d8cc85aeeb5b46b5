import type { PartName } from "../runner/part_files.ts";

/** One line of the table: what a figure must be, and should be. */
export interface Target {
  /** As figures name it. It begins with the number of its row. */
  readonly id: string;
  readonly part: PartName;
  /** What is compared with what. */
  readonly name: string;
  /** The most that the figure may be, or the least, if that is its sense. */
  readonly must: number;
  /** Where the must is another. */
  readonly mustIn?: Readonly<Record<string, number>>;
  readonly aim: number;
  /** @default "most" */
  readonly sense?: "least";
  /** If it is no ratio. */
  readonly unit?: "MB";
}

/** The same target for notifications (A) and for run-loop chunks (B). */
export function forBoth(
  id: string,
  { name, aimOfB, ...target }: Omit<Target, "id"> & { readonly aimOfB?: number },
): readonly Target[] {
  return [
    { ...target, id: `${id}, A`, name: `${name}, A` },
    { ...target, id: `${id}, B`, name: `${name}, B`, aim: aimOfB ?? target.aim },
  ];
}
