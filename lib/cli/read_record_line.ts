import { type CutBy, copyMessage, type JsonObject } from "../mod.ts";
import type { TapeEnding, TapeRecord } from "../tape/mod.ts";
import { CliError } from "./cli_error.ts";

/** Reads one line of what `recordLine` writes. @throws {CliError} for any other, with its number */
export function readRecordLine(line: string, number: number): TapeRecord {
  const refuse = (what: string): CliError => new CliError(`Line ${number}: ${what}`);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw refuse("this is no JSON");
  }
  if (!isObject(value)) throw refuse("a record is a JSON object");
  const record = recordOf(new Members(value, refuse));
  if (record === undefined) throw refuse("its type is none of header, message, dropped, end");
  return record;
}

function recordOf(members: Members): TapeRecord | undefined {
  const { type } = members.object;
  switch (type) {
    case "header":
      return {
        type,
        version: 1,
        family: members.text("family"),
        carrier: members.text("carrier"),
        startedAt: members.number("startedAt"),
        metadata: members.json("metadata"),
      };
    case "message": {
      const direction = members.oneOf("direction", ["in", "out"]);
      return { type, elapsed: members.number("elapsed"), direction, message: members.message() };
    }
    case "dropped": {
      const [messages, bytes] = [members.number("messages"), members.number("bytes")];
      return { type, elapsed: members.number("elapsed"), messages, bytes };
    }
    case "end":
      return { type, elapsed: members.number("elapsed"), ending: members.ending() };
    default:
      return undefined;
  }
}

const cutBy: readonly CutBy[] = ["carrier", "overrun", "scope", "local"];

/** The members of an object, each checked when it is read. */
class Members {
  readonly object: Readonly<Record<string, unknown>>;
  readonly #refuse: (what: string) => CliError;

  constructor(object: Readonly<Record<string, unknown>>, refuse: (what: string) => CliError) {
    this.object = object;
    this.#refuse = refuse;
  }

  number(name: string): number {
    const value = this.object[name];
    if (typeof value === "number" && value >= 0) return value;
    throw this.#refuse(`${name} must be a number, and not below 0`);
  }

  text(name: string): string | undefined {
    const value = this.object[name];
    if (value === undefined || typeof value === "string") return value;
    throw this.#refuse(`${name} must be text`);
  }

  json(name: string): JsonObject {
    const value = this.object[name] ?? {};
    if (isObject(value)) return value;
    throw this.#refuse(`${name} must be an object`);
  }

  oneOf<T extends string>(name: string, words: readonly T[]): T {
    const found = words.find((word) => word === this.object[name]);
    if (found !== undefined) return found;
    throw this.#refuse(`${name} must be one of ${words.join(", ")}`);
  }

  message(): Uint8Array {
    const { tag } = this.object;
    const body = this.#body();
    if (tag === undefined) return body;
    if (typeof tag !== "number" || !Number.isInteger(tag) || tag < 0 || tag > 255) {
      throw this.#refuse("tag must be an integer from 0 to 255");
    }
    return copyMessage(tag, body);
  }

  #body(): Uint8Array {
    const { object } = this;
    if (Object.hasOwn(object, "json")) return new TextEncoder().encode(JSON.stringify(object.json));
    const text = this.text("text");
    if (text !== undefined) return new TextEncoder().encode(text);
    const base64 = this.text("base64");
    if (base64 !== undefined && /^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
      return new Uint8Array(Buffer.from(base64, "base64"));
    }
    throw this.#refuse("a message has one of json, text and base64");
  }

  ending(): TapeEnding {
    const value = this.object.ending;
    if (!isObject(value)) throw this.#refuse("ending must be an object");
    const members = new Members(value, this.#refuse);
    const kind = members.oneOf("kind", ["finish", "cut", "cancelled"]);
    if (kind === "finish") return { kind };
    const reason = members.text("reason");
    if (kind === "cancelled") return { kind, reason };
    const closeCode = value.closeCode === undefined ? undefined : members.number("closeCode");
    return { kind, by: members.oneOf("by", cutBy), closeCode, reason, message: members.text("message") };
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
