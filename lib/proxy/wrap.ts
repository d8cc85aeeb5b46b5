/** A function that can be replaced by one that calls it. */
export type Replaceable<R = unknown> = (...args: never[]) => R;

/** Is called in place of a function: with what that was called with, and what calls it. */
export type Around = (args: readonly unknown[], run: () => unknown) => unknown;

interface Wrapped {
  readonly replacement: Replaceable;
  readonly arounds: Set<Around>;
  readonly restore: () => void;
}

/** What is wrapped, however often, is replaced once: or those that come and go would pile up. */
const wrapped: WeakMap<object, Map<string, Wrapped>> = /* @__PURE__ */ new WeakMap();

/**
 * Has a function called around a method, or around a listener that may be absent.
 *
 * @returns what ends that, and brings back what was there. If somebody else has replaced it since, theirs stays.
 */
export function wrap<K extends string>(
  target: { [N in K]?: Replaceable | undefined },
  name: K,
  around: Around,
): () => void {
  const ours = wrapped.get(target) ?? new Map<string, Wrapped>();
  wrapped.set(target, ours);
  let entry = ours.get(name);
  if (!entry || entry.replacement !== target[name]) {
    entry = replace(target, name);
    ours.set(name, entry);
  }
  const { arounds, replacement, restore } = entry;
  arounds.add(around);
  return () => {
    if (!arounds.delete(around) || arounds.size > 0 || target[name] !== replacement) return;
    restore();
    ours.delete(name);
  };
}

function replace<K extends string>(target: { [N in K]?: Replaceable | undefined }, name: K): Wrapped {
  const isOwn = Object.hasOwn(target, name);
  const previous = target[name];
  const arounds: Set<Around> = new Set();
  const replacement = (...args: never[]): unknown => {
    let run = (): unknown => previous?.apply(target, args);
    for (const around of [...arounds].reverse()) {
      const next = run;
      run = () => around(args, next);
    }
    return run();
  };
  target[name] = replacement;
  const restore = (): void => {
    if (isOwn) target[name] = previous;
    else delete target[name];
  };
  return { replacement, arounds, restore };
}
