import { type Container, isContainer, isList } from "./container.ts";

/** More levels than this are not looked at here, where each takes a call. */
const FEW_LEVELS = 500;

/**
 * Whether a value is so ordinary that nothing has to be said of it: null, booleans, finite numbers, strings, and arrays and
 * plain objects of these, of which every member can be enumerated and none is `undefined` or inherited; at most so many
 * levels, and values and characters together. It is faster than finding out what is wrong. (Strings may hold lone
 * surrogates.)
 */
export function isOrdinaryJson(value: unknown, maxDepth: number, maxSize: number): boolean {
  try {
    return maxDepth <= FEW_LEVELS && roomAfter(value, maxDepth, maxSize) >= 0;
  } catch {
    // A getter threw.
    return false;
  }
}

/** What is left of the room for values and characters; less than 0 if it is too little, or the value not ordinary. */
function roomAfter(value: unknown, levels: number, room: number): number {
  switch (typeof value) {
    case "string":
      return room - value.length - 1;
    case "number":
      return Number.isFinite(value) ? room - 1 : -1;
    case "boolean":
      return room - 1;
    case "object":
      return isContainer(value) ? roomAfterContainer(value, levels, room - 1) : room - 1;
    default:
      return -1;
  }
}

function roomAfterContainer(value: Container, levels: number, room: number): number {
  if (levels === 0 || typeof value.toJSON === "function") return -1;
  if (isList(value)) return roomAfterItems(value, levels - 1, room);
  return Object.getPrototypeOf(value) === Object.prototype ? roomAfterMembers(value, levels - 1, room) : -1;
}

function roomAfterItems(items: readonly unknown[], levels: number, room: number): number {
  let left = room;
  for (let at = 0; at < items.length && left >= 0; at++) left = roomAfter(items[at], levels, left);
  return left;
}

function roomAfterMembers(value: Readonly<Record<string, unknown>>, levels: number, room: number): number {
  let left = room;
  let members = 0;
  for (const key in value) {
    members++;
    left = roomAfter(value[key], levels, left - key.length);
    if (left < 0) return left;
  }
  // What a program has added to all objects makes more of them, and what cannot be enumerated fewer.
  return Object.getOwnPropertyNames(value).length === members ? left : -1;
}
