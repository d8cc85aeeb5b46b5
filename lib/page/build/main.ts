/** Writes the page to `dist/page/index.html`. */
import { mkdir, writeFile } from "node:fs/promises";
import { buildPage } from "./build_page.ts";

const folder = new URL("../../../dist/page/", import.meta.url);
const text = await buildPage();
await mkdir(folder, { recursive: true });
await writeFile(new URL("index.html", folder), text);
console.log(`The page has ${Math.round(text.length / 1000)} kB`);
