import { macrotask } from "./macrotask.ts";

/** Lets everything happen that can happen without time going by. */
export async function turn(): Promise<void> {
  for (let round = 0; round < 3; round++) await macrotask();
}
