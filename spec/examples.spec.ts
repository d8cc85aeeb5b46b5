import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { entryPoints } from "./package/support/entry_points.ts";

/** One example of the documentation, as it is put into a file of its own. */
interface Example {
  /** Where it is from, for people. */
  readonly origin: string;
  readonly file: string;
  readonly code: string;
}

const root = new URL("..", import.meta.url);
const target = new URL(".examples/", import.meta.url);

const sources = readdirSync(new URL("lib", root), { recursive: true, encoding: "utf8" })
  .map((name) => `lib/${name.replaceAll("\\", "/")}`)
  .filter((name) => name.endsWith(".ts") && !name.startsWith("lib/demo/"));

const textOf = (name: string): string => readFileSync(new URL(name, root), "utf8");

/** The TSDoc comments of a source, without their frame of asterisks. */
function commentsOf(source: string): readonly string[] {
  return [...source.matchAll(/^[ \t]*\/\*\*([\s\S]*?)\*\//gm)].map(([, inner = ""]) =>
    inner.replace(/^[ \t]*\* ?/gm, ""),
  );
}

function fencedIn(text: string): readonly string[] {
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
}

function examplesOf(name: string): readonly Example[] {
  const texts = name.endsWith(".md") ? [textOf(name)] : commentsOf(textOf(name));
  return texts.flatMap(fencedIn).map((code, at) => ({
    origin: `${name}, example ${at + 1}`,
    file: `${name.replace(/^lib\//, "").replace(/\W+/g, "_")}_${at + 1}.ts`,
    code,
  }));
}

const documents = [...(existsSync(new URL("README.md", root)) ? ["README.md"] : []), ...sources];
const examples = documents.flatMap(examplesOf);

beforeAll(() => {
  // They lie inside the project, so that their imports resolve as those of a user.
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const { file, code } of examples) writeFileSync(new URL(file, target), code);
  writeFileSync(
    new URL("tsconfig.json", target),
    JSON.stringify({
      extends: "../../tsconfig.json",
      // An example may declare what only its reader uses.
      compilerOptions: { noUnusedLocals: false },
      include: ["*.ts"],
      exclude: [],
    }),
  );
});

afterAll(() => {
  vi.restoreAllMocks();
});

describe("the examples of the documentation", () => {
  it("are all found", () => {
    const tags = sources.flatMap((name) => [...textOf(name).matchAll(/^ *\* @example\b/gm)]).length;
    const inLib = examples.filter(({ origin }) => origin.startsWith("lib/")).length;
    expect(tags).toBeGreaterThan(10);
    expect(inLib).toBeGreaterThanOrEqual(tags);
    expect(new Set(examples.map(({ file }) => file)).size).toBe(examples.length);
    // One that is fenced otherwise would be neither compiled nor run.
    const fences = documents.flatMap((name) => [
      ...textOf(name).matchAll(/^(?: *\* )?```(?:typescript|js|javascript)$/gm),
    ]);
    expect(fences).toEqual([]);
  });

  it.each(examples)("run: $origin", async ({ file, code }) => {
    vi.spyOn(console, "log").mockImplementation(() => {});
    vi.spyOn(console, "error").mockImplementation(() => {});
    vi.spyOn(console, "warn").mockImplementation(() => {});
    let asserted = 0;
    vi.spyOn(console, "assert").mockImplementation((condition?: unknown, ...rest: unknown[]) => {
      asserted++;
      // Node only prints a failed assertion.
      if (!condition) throw new Error(`An assertion of the example failed ${rest.join(" ")}`);
    });
    await import(fileURLToPath(new URL(file, target)));
    // What was not awaited has its turn, too; a failure of it is an unhandled rejection, which fails the run.
    await new Promise((resolve) => setImmediate(resolve));
    if (code.includes("console.assert(")) expect(asserted).toBeGreaterThan(0);
  });

  it("compile", async () => {
    const compiler = fileURLToPath(new URL("node_modules/.bin/tsc", root));
    const config = fileURLToPath(new URL("tsconfig.json", target));
    const output = await promisify(execFile)(compiler, ["-p", config, "--pretty", "false"]).then(
      ({ stdout, stderr }) => stdout + stderr,
      (failed) => `${failed.stdout}${failed.stderr}` || String(failed),
    );
    expect(output).toBe("");
  }, 60_000);
});

/** Exports that are documented without an example, and why. */
const without: Readonly<Record<string, string>> = {
  ChannelError: "abstract: its classes have examples",
  FrameAfterErrorError: "thrown by guards, whose examples show endings",
  UnservedError: "thrown by guards, whose examples show endings",
  EnvelopeError: "thrown by decodeEnvelope and encodeEnvelope, which have examples",
  parseAnswerPath: "in the example of answerPath",
  AskError: "thrown by decodeAsk and encodeAsk, which have examples",
  AskLostError: "thrown by AskChannel, which has an example",
  AnswerRefusedError: "thrown by answerNotifications, whose example shows it",
  NotificationsFailedError: "thrown by what deliverTo returns, which has an example",
  Connection: "abstract: its classes have examples",
  joinMessage: "in the example of splitMessage",
  copyMessage: "joinMessage, and always a copy",
  NotificationDecoderStream: "a named FrameDecoderStream, and in the example of the module",
  NotificationEncoderStream: "a named FrameEncoderStream",
  NotificationGuardedDecoderStream: "a named GuardedDecoderStream",
  RunLoopDecoderStream: "a named FrameDecoderStream",
  RunLoopEncoderStream: "a named FrameEncoderStream",
  RunLoopGuardedDecoderStream: "a named GuardedDecoderStream",
};

const libraries: readonly object[] = await Promise.all(entryPoints.map(({ specifier }) => import(specifier)));

describe("every exported class and function", () => {
  const names = libraries
    .flatMap((library) => Object.entries(library))
    .filter(([, value]) => typeof value === "function")
    .map(([name]) => name);

  /** The comment in front of a declaration. */
  function commentOf(name: string): string {
    const declaration = new RegExp(
      String.raw`/\*\*((?:(?!\*/)[\s\S])*)\*/\s*(?://.*\s*)*export (?:abstract |async )?(?:class|function) ${name}\b`,
    );
    for (const source of sources) {
      const comment = declaration.exec(textOf(source))?.[1];
      if (comment !== undefined) return comment;
    }
    return expect.fail(`${name} has no comment in front of its declaration`);
  }

  it.each(names)("has an example, or is named as an exception: %s", (name) => {
    expect(commentOf(name).includes("@example")).toBe(!Object.hasOwn(without, name));
  });

  it("that is named as an exception exists", () => {
    expect(names).toEqual(expect.arrayContaining(Object.keys(without)));
  });
});
