import { Matcher } from "./matcher.ts";

/** Any value in words, for whoever reads a failure. Never throws. */
export function show(value: unknown, depth = 4): string {
  try {
    return describe(value, depth);
  } catch {
    return "(a value that cannot be shown)";
  }
}

function describe(value: unknown, depth: number): string {
  if (typeof value === "string") return JSON.stringify(value.length > 300 ? `${value.slice(0, 300)}…` : value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return `function ${value.name}`;
  if (Object.is(value, -0)) return "-0";
  if (typeof value !== "object" || value === null) return String(value);
  if (value instanceof Matcher) return value.says;
  if (value instanceof Error) return describeError(value);
  if (ArrayBuffer.isView(value)) return describeBytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  if (depth === 0) return "…";
  if (Array.isArray(value)) return `[${value.map((element) => describe(element, depth - 1)).join(", ")}]`;
  const members = Reflect.ownKeys(value).map(
    (key) => `${typeof key === "string" ? key : String(key)}: ${describe(Reflect.get(value, key), depth - 1)}`,
  );
  const name = Object.getPrototypeOf(value)?.constructor?.name ?? "null";
  return `${name === "Object" ? "" : `${name} `}{ ${members.join(", ")} }`;
}

function describeBytes(bytes: Uint8Array): string {
  const [tag] = bytes;
  const body = new TextDecoder().decode(bytes.slice(1, 80));
  return `message(${tag}, ${JSON.stringify(body)}${bytes.length > 80 ? "…" : ""})`;
}

function describeError(error: Error): string {
  const code: unknown = Reflect.get(error, "code");
  // V8 has the message in the stack, too, and the others have not.
  const lines = String(error.stack)
    .split("\n")
    .filter((line) => /^\s*at |@.+:\d/.test(line))
    .slice(0, 3)
    .map((line) => `\n    ${line.trim()}`);
  return `${error.name}${code === undefined ? "" : ` (${String(code)})`}: ${error.message}${lines.join("")}`;
}
