import { CutError } from "../frame/cut_error.ts";

/** What a carrier broke off with, as what its channels break off with. */
export function asCut(reason: unknown): CutError {
  return reason instanceof CutError ? reason : new CutError({ cause: reason });
}
