import { FrameEncodeError } from "./frame_encode_error.ts";
import type { Limits } from "./limits.ts";
import { isOrdinaryJson } from "./ordinary_json.ts";
import { pathOf } from "./path.ts";
import { tooLarge } from "./too_large.ts";

/** An array (no keys) or object that is being walked. */
interface Open {
  readonly value: object;
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  next: number;
}

/** JSON text, and whether a reader of it finds all that is in the value. */
export interface EncodedJson {
  readonly text: string;
  /** Whether members were left out: those that are `undefined`, or cannot be enumerated. */
  readonly partial: boolean;
}

/** What a walk has found. */
interface Findings {
  hasBigInt: boolean;
  partial: boolean;
}

const ordinary: Findings = { hasBigInt: false, partial: false };

/**
 * Encodes a value as JSON text, after checking all of it: only plain objects, arrays, strings of well-formed Unicode,
 * finite numbers, booleans and null (and 64-bit `bigint` under `integers: "bigint"`), no cycle, at most `maxDepth`
 * levels. Object members that are `undefined` are left out. Nothing in the value is called, but for getters.
 *
 * @throws {FrameEncodeError}
 */
export function encodeJson(value: unknown, limits: Limits): EncodedJson {
  const path: PropertyKey[] = [];
  try {
    const isOrdinary = isOrdinaryJson(value, limits.maxDepth, limits.maxMessageBytes);
    const { hasBigInt, partial } = isOrdinary ? ordinary : check(value, limits, path, false);
    const text = hasBigInt ? writeWide(value) : JSON.stringify(value);
    // A lone surrogate is always written as an escape. This finds all of them, and at times a harmless backslash.
    if (text.includes("\\ud")) check(value, limits, path, true);
    return { text, partial };
  } catch (cause) {
    if (cause instanceof FrameEncodeError) throw cause;
    // A getter threw, or a generous maxDepth let the engine run out of stack.
    throw new FrameEncodeError("not-json", "The value cannot be read as JSON", { path: pathOf(path), cause });
  }
}

/** Walks without recursion; `path` is where it stands. */
function check(root: unknown, limits: Limits, path: PropertyKey[], unicode: boolean): Findings {
  const open: Open[] = [];
  const ancestors = new Set<object>();
  let room = limits.maxMessageBytes;
  const findings: Findings = { hasBigInt: false, partial: false };
  for (let value = root; ; ) {
    if (--room < 0) throw tooLarge(limits);
    switch (typeof value) {
      case "string":
        room -= value.length;
        if (unicode) refuseLoneSurrogate(value, path);
        break;
      case "boolean":
        break;
      case "number":
        if (!Number.isFinite(value)) throw notJson(path, String(value));
        break;
      case "bigint":
        if (limits.integers !== "bigint") throw notJson(path, 'a bigint (see the option integers: "bigint")');
        if (BigInt.asIntN(64, value) !== value && BigInt.asUintN(64, value) !== value) {
          throw notJson(path, "a bigint beyond 64 bits, which a peer reads as a double");
        }
        findings.hasBigInt = true;
        break;
      case "object":
        if (value === null) break;
        if (ancestors.has(value)) throw notJson(path, "a cycle");
        if (open.length >= limits.maxDepth) {
          const message = `The value nests deeper than ${limits.maxDepth} levels`;
          throw new FrameEncodeError("too-deep", message, { path: pathOf(path) });
        }
        open.push(enter(value, path, findings));
        ancestors.add(value);
        break;
      default:
        throw notJson(path, value === undefined ? "undefined" : `a ${typeof value}`);
    }
    for (;;) {
      const top = open.at(-1);
      if (top === undefined) return findings;
      if (top.next === top.length) {
        ancestors.delete(top.value);
        open.pop();
        path.length = open.length;
        continue;
      }
      const key = top.keys?.[top.next] ?? top.next;
      top.next++;
      path.length = open.length - 1;
      path.push(key);
      value = Reflect.get(top.value, key);
      if (typeof key === "number") break;
      if (value === undefined) {
        findings.partial = true;
        continue;
      }
      room -= key.length;
      if (unicode) refuseLoneSurrogate(key, path);
      break;
    }
  }
}

function enter(value: object, path: readonly PropertyKey[], findings: Findings): Open {
  // JSON.stringify would call it and write something else.
  if (typeof Reflect.get(value, "toJSON") === "function") throw notJson(path, "an object with a toJSON function");
  if (Array.isArray(value)) return { value, keys: undefined, length: value.length, next: 0 };
  if (!isPlain(value)) throw notJson(path, "a class instance");
  const keys = Object.keys(value);
  if (Object.getOwnPropertyNames(value).length !== keys.length) findings.partial = true;
  return { value, keys, length: keys.length, next: 0 };
}

/** Whether an object has no prototype, or that of plain objects in any realm, so that it inherits no members. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(Object(prototype), "isPrototypeOf");
}

/** `JSON.stringify` for checked values, with `bigint` as digits. */
function writeWide(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeWide).join(",")}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${writeWide(member)}`).join(",")}}`;
}

function refuseLoneSurrogate(text: string, path: readonly PropertyKey[]): void {
  // Node 18 has no String.prototype.isWellFormed.
  if (!/\p{Surrogate}/u.test(text)) return;
  throw new FrameEncodeError("not-unicode", "The value holds a lone surrogate", { path: pathOf(path) });
}

function notJson(path: readonly PropertyKey[], what: string): FrameEncodeError {
  return new FrameEncodeError("not-json", `The value holds ${what}, which JSON cannot say`, { path: pathOf(path) });
}
