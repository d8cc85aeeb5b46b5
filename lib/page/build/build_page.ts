import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const page = new URL("../", import.meta.url);

/** Where the page may connect to: what serves it, and this machine. */
const CONNECT = "connect-src 'self' ws://localhost:* ws://127.0.0.1:* http://localhost:* http://127.0.0.1:*";

/**
 * Makes the whole page one text: the program, the worker's, and the style, each allowed by its hash. Nothing else may run,
 * and nothing is connected to but this machine.
 */
export async function buildPage(): Promise<string> {
  const worker = await bundle("engine/worker.ts");
  const { script, style } = await bundle("main.tsx");
  const program = inline(`var workerText = ${JSON.stringify(worker.script)};\n${script}`);
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(program)}`,
    `style-src ${hashOf(style)}`,
    "worker-src blob:",
    CONNECT,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const template = await readFile(new URL("template.html", page), "utf8");
  return template
    .replace(
      "<!-- build: policy and style -->",
      () => `<meta http-equiv="Content-Security-Policy" content="${policy}" />\n<style>${style}</style>`,
    )
    .replace("<!-- build: script -->", () => `<script>${program}</script>`);
}

async function bundle(entry: string): Promise<{ readonly script: string; readonly style: string }> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, page))],
    outdir: "out",
    write: false,
    bundle: true,
    minify: true,
    format: "iife",
    target: ["chrome123", "firefox120", "safari17.5"],
    legalComments: "none",
    jsx: "automatic",
    jsxImportSource: "preact",
  });
  const textOf = (ending: string): string => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? "";
  return { script: textOf(".js"), style: textOf(".css") };
}

/** No text of the program may look like the end of its element. */
function inline(script: string): string {
  return script.replaceAll("</script", String.raw`<\/script`).replaceAll("<!--", String.raw`<\!--`);
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
