/** One thing that happens. Those of one list happen in its order. */
export type Step = () => void | Promise<void>;

/** Puts lists of things into one order, at random, in which each list keeps its own. */
export function merged(lists: readonly (readonly Step[])[], random: () => number): Step[] {
  const left = lists.map((list) => [...list]);
  const order: Step[] = [];
  for (;;) {
    const some = left.filter((list) => list.length > 0);
    const step = some[Math.floor(random() * some.length)]?.shift();
    if (!step) return order;
    order.push(step);
  }
}
