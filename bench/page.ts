/**
 * What the page takes for a tape of a million notifications: `tsx bench/page.ts [chromium firefox] [--rows N]`. Times are from
 * the start of the navigation, in the browser; the longest block is the longest time that the page's own thread was not
 * free for anything else while it loaded and was scrolled.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import puppeteer, { type LaunchOptions } from "puppeteer-core";
import { pageText } from "../lib/cli/page_text.ts";
import { servePage } from "../lib/cli/serve_page.ts";
import { largeTape } from "../spec/page/support/large_tape.ts";
import { scroll, watch } from "./page/in_page.ts";

const browsers: Readonly<Record<string, LaunchOptions>> = {
  chromium: { executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] },
  firefox: { browser: "firefox", executablePath: "/usr/bin/firefox-esr" },
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { rows: { type: "string" } } });
const rows = Number(values.rows ?? 1_000_000);
const tape = await largeTape(rows);
const { size } = await stat(tape.path);
console.log(`${rows.toLocaleString("en")} notifications, ${Math.round(size / 1e6)} MB`);

try {
  for (const name of positionals.length > 0 ? positionals : Object.keys(browsers)) {
    const served = await servePage({ page: await pageText(), tape: tape.path, port: 0 });
    const browser = await puppeteer.launch({ headless: true, ...browsers[name] });
    try {
      const page = await browser.newPage();
      await page.setViewport({ width: 1280, height: 800 });
      await page.evaluateOnNewDocument(watch);
      await page.goto(`http://127.0.0.1:${served.port}/`);
      // A browser that has just been started is busy with itself.
      await new Promise((resolve) => setTimeout(resolve, 3000));
      const before = memoryOf(browser.process()?.pid);
      await page.goto(`http://127.0.0.1:${served.port}/?tape=/tape`);
      await page.waitForFunction("seen.ending !== undefined", { timeout: 120_000 });
      const loaded = Object(await page.evaluate("({ ...seen })"));
      const after = memoryOf(browser.process()?.pid);
      const scrolled = Object(await page.evaluate(scroll));
      const status = await page.$eval(".status", ({ textContent }) => textContent);
      if (!status?.includes(`${rows.toLocaleString("en")} of ${rows.toLocaleString("en")}`))
        throw new Error(`${status}`);
      console.log(
        [
          name,
          `first rows ${loaded.rows.toFixed(0)} ms (must ≤ 2000)`,
          `ending ${loaded.ending.toFixed(0)} ms`,
          `longest block while loading ${loaded.longest.toFixed(0)} ms (must ≤ 50)`,
          `while scrolling ${scrolled.longest.toFixed(0)} ms`,
          `a jump shows its rows after ${scrolled.jump.toFixed(0)} ms`,
          `memory ${before} MB before, ${after} MB with it`,
        ].join("; "),
      );
    } finally {
      await browser.close();
      await served.close();
    }
  }
} finally {
  await tape.remove();
}

/** What the browser's processes hold, each page of memory counted once, in MB. */
function memoryOf(root: number | undefined): number {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const processes = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const family = new Set([root]);
  for (let grown = -1; grown !== family.size; ) {
    grown = family.size;
    for (const [pid, parent] of processes) if (family.has(parent)) family.add(pid);
  }
  return Math.round([...family].reduce<number>((sum, pid) => sum + shareOf(pid), 0) / 1000);
}

/** In kB. */
function shareOf(pid: number | undefined): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
  } catch {
    // It has just ended.
    return 0;
  }
}
