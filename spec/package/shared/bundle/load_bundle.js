import { readFileSync } from "node:fs";
import { createContext, SourceTextModule } from "node:vm";
import { importsOf } from "./imports_of.js";

/** What of the web's globals a bundle may use. There is no process, no Buffer and no require. */
const { AbortController, AbortSignal, ReadableStream, WritableStream, TransformStream } = globalThis;
const { TextDecoder, TextEncoder, Response, setTimeout, clearTimeout, queueMicrotask, performance } = globalThis;
const web = { AbortController, AbortSignal, ReadableStream, WritableStream, TransformStream };
const timing = { setTimeout, clearTimeout, queueMicrotask, performance };

/** Evaluates a bundle where nothing but the web's globals and some others exist, and returns what it exports. */
export async function loadBundle(path, others = {}) {
  const code = readFileSync(path, "utf8");
  const imports = importsOf(code);
  if (imports.length > 0) throw new Error(`The bundle imports ${imports.join(", ")}`);
  const context = createContext({ ...web, ...timing, TextDecoder, TextEncoder, Response, console, ...others });
  const bundle = new SourceTextModule(code, { context });
  await bundle.link((specifier) => {
    throw new Error(`The bundle imports ${specifier}`);
  });
  await bundle.evaluate();
  return bundle.namespace;
}
