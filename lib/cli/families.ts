import { usageError } from "./cli_error.ts";

/** The families that a tape or a command line may name. */
export const FAMILIES = ["notifications", "run-loop", "raw"] as const;

export type FamilyName = (typeof FAMILIES)[number];

export function isFamilyName(name: unknown): name is FamilyName {
  return FAMILIES.some((known) => known === name);
}

/** The family that an option names; `undefined` without the option. */
export function readFamily(name: string | undefined): FamilyName | undefined {
  if (name === undefined || isFamilyName(name)) return name;
  throw usageError(`--family ${JSON.stringify(name)} is none of ${FAMILIES.join(", ")}`);
}
