import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { entryPoints } from "./package/support/entry_points.ts";

const root = new URL("..", import.meta.url);

const all = readdirSync(new URL("lib", root), { recursive: true, encoding: "utf8" })
  .map((name) => `lib/${name.replaceAll("\\", "/")}`)
  .filter((name) => /\.tsx?$/.test(name));

/** The library. The command line, the demo, which it runs, and the page, which it serves, are programs. */
const files = all.filter((name) => !/^lib\/(?:cli|demo|page)\//.test(name));
const programs = all.filter((name) => !files.includes(name));

const textOf = (name: string): string => readFileSync(new URL(name, root), "utf8");

/** The code of a source: no comments, and nothing in its strings, templates and regular expressions. */
function codeOf(name: string): string {
  return textOf(name).replace(
    /\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|(?<=[(=,:]\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g,
    (match) => (/^["'`]/.test(match) ? match.charAt(0).repeat(2) : " "),
  );
}

/** What a source imports or exports from. */
function importsOf(name: string): readonly string[] {
  const source = textOf(name).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  return [...source.matchAll(/\bfrom\s+"([^"]+)"|\bimport\s*\(?\s*"([^"]+)"/g)].map(
    ([, from, direct]) => from ?? direct ?? "",
  );
}

/** From top to bottom: a room knows those above it, and itself. */
const rooms = ["frame", "streams", "notifications", "run-loop", "websocket", "connection", "proxy", "tape"];

/** The modules that users import. */
const entries = entryPoints.map(({ module }) => `lib/${module}.ts`);

/** Who may use which global beyond those of streams: all of these exist in every runtime, or are given as an option. */
const globalsOf: Readonly<Record<string, readonly string[]>> = {
  "lib/streams/inbox.ts": ["queueMicrotask"],
  "lib/websocket/connect.ts": ["WebSocket"],
  "lib/websocket/event_socket.ts": ["setTimeout"],
  "lib/websocket/socket_carrier.ts": ["setTimeout"],
  "lib/websocket/stream_socket.ts": ["setTimeout"],
  "lib/websocket/until_sent.ts": ["setTimeout"],
  "lib/connection/flow.ts": ["setTimeout"],
  "lib/proxy/delay.ts": ["setTimeout"],
  "lib/proxy/feed.ts": ["queueMicrotask"],
  "lib/tape/due_time.ts": ["performance", "setTimeout"],
  "lib/tape/tape_clock.ts": ["performance"],
  "lib/tape/tape_queue.ts": ["setTimeout"],
};

const roomOf = (name: string): string => name.split("/")[1] ?? "";

describe("codeOf", () => {
  it("sees what is code, and nothing else", () => {
    const code = files.map(codeOf).join("\n");
    expect(code).toContain("export function decodeFrame");
    expect(code).not.toMatch(/@example|@throws|Diverge/);
    // In a comment, in a string, in a template, and in a regular expression.
    expect(textOf("lib/mod.ts")).toContain("console.log");
    expect(code).not.toContain("console.log");
    expect(code).not.toContain("must be first");
  });
});

describe("lib", () => {
  it("has the rooms of the design", () => {
    expect([...new Set(files.filter((name) => name.split("/").length > 2).map(roomOf))].sort()).toEqual(
      [...rooms].sort(),
    );
  });

  it.each(files)("imports from rooms above only: %s", (name) => {
    for (const from of importsOf(name)) {
      if (from === "valibot") {
        expect(name).toMatch(/schema\w*\.ts$|\/is_known_notification\.ts$/);
        continue;
      }
      if (from === "@msgpack/msgpack") {
        expect(roomOf(name)).toBe("tape");
        continue;
      }
      // Deno and current Node run the sources as they are, so a path is complete.
      expect(from).toMatch(/^\.\.?\/[\w/.-]+\.ts$/);
      const path = new URL(from, new URL(name, root)).pathname.slice(root.pathname.length);
      expect(files).toContain(path);
      expect(entries).not.toContain(path);
      if (name === "lib/mod.ts") continue;
      expect(rooms).toContain(roomOf(path));
      expect(rooms.indexOf(roomOf(path))).toBeLessThanOrEqual(rooms.indexOf(roomOf(name)));
    }
  });

  it("has no circle of imports that code takes part in", () => {
    const edges = new Map(
      files.map((name) => [
        name,
        [...textOf(name).matchAll(/^(?:import|export) (?!type\b)[^;]*? from "(\.[^"]+)"/gm)]
          .filter(([statement]) => !/^\w+ \{\s*(?:type \w+,?\s*)+\}/.test(statement))
          .map(([, from = ""]) => new URL(from, new URL(name, root)).pathname.slice(root.pathname.length)),
      ]),
    );
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      (edges.get(from) ?? []).some((next) => {
        if (next === to) return true;
        if (seen.has(next)) return false;
        seen.add(next);
        return reaches(next, to, seen);
      });
    expect(files.filter((name) => reaches(name, name))).toEqual([]);
  });

  it.each(["websocket", "connection", "tape"])("needs no family, and so no schema library, for %s", (room) => {
    const reached = new Set<string>();
    const reach = (name: string): void => {
      if (reached.has(name)) return;
      reached.add(name);
      for (const from of importsOf(name)) {
        expect(from, `${name}, which ${room} needs`).not.toBe("valibot");
        if (from.startsWith(".")) reach(new URL(from, new URL(name, root)).pathname.slice(root.pathname.length));
      }
    };
    reach(`lib/${room}/mod.ts`);
    expect(reached.size).toBeGreaterThan(10);
    expect([...reached].filter((name) => /\/(?:notifications|run-loop)\//.test(name))).toEqual([]);
  });

  it.each(files)("uses no global that is Node's, Deno's or the DOM's own: %s", (name) => {
    const own = [
      "process|Buffer|require|module|exports|__dirname|__filename|global|setImmediate|clearImmediate",
      "Deno|Bun|WebSocketPair",
      "window|document|navigator|location|localStorage|sessionStorage|self|XMLHttpRequest|HTMLElement|Node|Element",
      "requestAnimationFrame|alert|FileReader|Image|Worker|SharedWorker|importScripts|postMessage",
      "setTimeout|setInterval|queueMicrotask|console|fetch|WebSocket|structuredClone|performance|crypto",
    ].join("|");
    const used = [...codeOf(name).matchAll(new RegExp(String.raw`(?<![.\w$#])(?:${own})(?=\s*[.(\[]|\b\s*;)`, "g"))];
    expect([...new Set(used.map(([word]) => word))]).toEqual(globalsOf[name] ?? []);
    expect(importsOf(name).filter((from) => from.startsWith("node:"))).toEqual([]);
  });

  it.each(files)("is short, and free of what the design forbids: %s", (name) => {
    const code = codeOf(name);
    expect(textOf(name).trimEnd().split("\n").length).toBeLessThanOrEqual(200);
    expect(code).not.toMatch(/\bfor\s+await\b/);
    expect(code).not.toMatch(/\bReadableStream\s*\.\s*from\b/);
    expect(code).not.toMatch(/[:<,|&(]\s*any\b(?!\s*[:(])|\bas\s+any\b/);
    expect(code).not.toMatch(/[\w)\]]!\s*[.;,)[\]]/);
    expect(code).not.toMatch(/\bexport\s+default\b/);
    // A stage that reads ahead without bounds, and an error without a reason, which workerd refuses.
    expect(code).not.toMatch(/\bhighWaterMark:\s*(?:Infinity|Number\.POSITIVE_INFINITY)\b/);
    expect(code).not.toMatch(/\.error\(\s*\)/);
    expect(name.split("/").at(-1)).not.toMatch(/^(?:utils?|helpers?|common|types|index)\.ts$/);
  });
});

/** All that a module could change without being asked: the globals, and what hangs on the intrinsic objects. */
function globalState(): ReadonlyMap<string, unknown> {
  const state = new Map<string, unknown>();
  // Node makes these when they are first read, which is no doing of the reader's.
  void [TextEncoder, TextDecoder, ReadableStream, WritableStream, TransformStream, AbortController, AbortSignal];
  const look = (path: string, object: object): void => {
    for (const key of Reflect.ownKeys(object)) {
      const descriptor = Object.getOwnPropertyDescriptor(object, key);
      state.set(`${path}.${String(key)} value`, descriptor?.value);
      state.set(`${path}.${String(key)} get`, descriptor?.get);
    }
  };
  look("globalThis", globalThis);
  for (const key of Reflect.ownKeys(globalThis)) {
    const value: unknown = Object.getOwnPropertyDescriptor(globalThis, key)?.value;
    // Test runners keep their state in globals of their own.
    if (typeof value !== "function" || String(key).startsWith("__")) continue;
    look(String(key), value);
    if (typeof value.prototype === "object" && value.prototype !== null)
      look(`${String(key)}.prototype`, value.prototype);
  }
  return state;
}

describe("importing the package", () => {
  it.each(entryPoints)("changes nothing outside of itself: $specifier", async ({ specifier }) => {
    vi.resetModules();
    await import("valibot");
    const before = globalState();
    const library: object = await import(specifier);
    const after = globalState();
    expect(Object.keys(library)).not.toEqual([]);
    expect([...after.keys()].filter((key) => !before.has(key))).toEqual([]);
    expect([...before].filter(([key, value]) => !Object.is(after.get(key), value)).map(([key]) => key)).toEqual([]);
  });

  it("starts nothing that keeps a process alive or that prints", async () => {
    // The last line of a process of its own says that it came to its end by itself.
    const imports = entries.map((name) => `await import("./${name}");`).join(" ");
    const code = `const before = process.getActiveResourcesInfo().length; ${imports} console.log(process.getActiveResourcesInfo().length - before);`;
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ["--import", "tsx", "--input-type=module", "--eval", code],
      { cwd: root, timeout: 15_000 },
    );
    expect([Number(stdout.trim()) <= 0, stderr]).toEqual([true, ""]);
  });

  it.each(entryPoints)("gives what is listed, and nothing by accident: $specifier", async ({ specifier, module }) => {
    const library: object = await import(specifier);
    const listed = textOf(`lib/${module}.ts`).replace(/\/\*[\s\S]*?\*\//g, "");
    for (const name of Object.keys(library)) expect(listed).toMatch(new RegExp(String.raw`\b${name}\b`));
    expect(Object.keys(library)).not.toContain("default");
  });
});

describe("package.json", () => {
  const manifest = JSON.parse(textOf("package.json"));

  it("depends at run time on valibot and on MessagePack alone, and on ws where somebody has it", () => {
    expect(Object.keys(manifest.dependencies)).toEqual(["@msgpack/msgpack", "valibot"]);
    expect(manifest.peerDependencies).toEqual({ ws: "^8.0.0" });
    expect(manifest.peerDependenciesMeta).toEqual({ ws: { optional: true } });
    const imported = new Set(files.flatMap(importsOf).filter((from) => !from.startsWith(".")));
    expect([...imported].sort()).toEqual(["@msgpack/msgpack", "valibot"]);
  });

  it("has a program, which imports of what is not there for sure only by import()", () => {
    expect(manifest.bin).toEqual({ "channel-frames": "dist/cli/main.js" });
    expect(textOf("lib/cli/main.ts")).toMatch(/^#!\/usr\/bin\/env node\n/);
    const reached = new Set<string>();
    const reach = (name: string): void => {
      if (reached.has(name)) return;
      reached.add(name);
      for (const [, from = ""] of textOf(name).matchAll(/^(?:import|export) (?!type\b)[^;]*?from "([^"]+)"/gm)) {
        if (from.startsWith(".")) reach(new URL(from, new URL(name, root)).pathname.slice(root.pathname.length));
        else expect(from, name).toMatch(/^(?:node:\w+(?:\/\w+)?|valibot|@msgpack\/msgpack)$/);
      }
    };
    reach("lib/cli/main.ts");
    expect(reached.size).toBeGreaterThan(50);
  });

  it.each(programs)("has programs whose files are short, too: %s", (name) => {
    expect(textOf(name).trimEnd().split("\n").length).toBeLessThanOrEqual(200);
    expect(codeOf(name)).not.toMatch(/\bexport\s+default\b|[:<,|&(]\s*any\b(?!\s*[:(])|\bas\s+any\b/);
  });

  it("is an ES module without side effects, for Node 18 and newer", () => {
    expect(manifest.type).toBe("module");
    expect(manifest.sideEffects).toBe(false);
    expect(manifest.engines.node).toBe(">=18");
    expect(Object.keys(manifest.exports)).toEqual([
      ".",
      "./websocket",
      "./connection",
      "./proxy",
      "./tape",
      "./package.json",
    ]);
  });
});
