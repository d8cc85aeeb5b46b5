/** Writes what entry points cost into the README, between its markers: `npm run size:table`. */
import { readFileSync, writeFileSync } from "node:fs";
import { measureEntries } from "./measured_entry.ts";
import { withSizes } from "./size_markdown.ts";

const readme = new URL("../README.md", import.meta.url);
writeFileSync(readme, withSizes(readFileSync(readme, "utf8"), await measureEntries()));
