import { type Container, isContainer, isList } from "./container.ts";

/** Values are visited by recursion, which is the faster way, where no more levels than this are allowed. */
const FEW_LEVELS = 500;

const BEYOND_DOUBLE = "holds a number beyond the range of a double";

/**
 * Finds in a value what the reference refuses and `JSON.parse` lets through: nesting beyond `maxDepth`, and numbers
 * beyond a double. Of a key that is given twice, the value has only the last.
 */
export function findExcess(value: unknown, maxDepth: number): string | undefined {
  if (!isContainer(value)) return isBeyondDouble(value) ? BEYOND_DOUBLE : undefined;
  const fault = maxDepth <= FEW_LEVELS ? visit(value, maxDepth) : visitByLevel(value, maxDepth);
  return fault === TOO_DEEP ? `nests deeper than ${maxDepth} levels` : fault;
}

const TOO_DEEP = "too deep";

function visit(value: Container, levels: number): string | undefined {
  if (levels === 0) return TOO_DEEP;
  return isList(value) ? visitItems(value, levels) : visitMembers(value, levels);
}

function visitItems(items: readonly unknown[], levels: number): string | undefined {
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    if (isContainer(item)) {
      const fault = visit(item, levels - 1);
      if (fault !== undefined) return fault;
    } else if (isBeyondDouble(item)) return BEYOND_DOUBLE;
  }
  return undefined;
}

function visitMembers(value: Readonly<Record<string, unknown>>, levels: number): string | undefined {
  // Unlike Object.values this makes no array. What a program has added to all objects it shows, too.
  for (const key in value) {
    const member = value[key];
    if (isContainer(member)) {
      const fault = Object.hasOwn(value, key) ? visit(member, levels - 1) : undefined;
      if (fault !== undefined) return fault;
    } else if (isBeyondDouble(member) && Object.hasOwn(value, key)) return BEYOND_DOUBLE;
  }
  return undefined;
}

function visitByLevel(value: object, maxDepth: number): string | undefined {
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maxDepth) return TOO_DEEP;
    const next: object[] = [];
    for (const members of level) {
      for (const member of Object.values(members)) {
        if (typeof member === "object" && member !== null) next.push(member);
        else if (isBeyondDouble(member)) return BEYOND_DOUBLE;
      }
    }
    level = next;
  }
  return undefined;
}

/** Of what `JSON.parse` gives: it never gives NaN. */
function isBeyondDouble(value: unknown): boolean {
  return typeof value === "number" && !Number.isFinite(value);
}
