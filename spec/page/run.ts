/**
 * Looks at the page in real browsers: `tsx spec/page/run.ts [chromium firefox webkit] [--pictures <folder>]`. With `CI=true`
 * a browser that is missing is a failure. `--install` fetches what Debian has.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { checks } from "./browser/checks.ts";
import type { BrowserMaker, PageDriver } from "./browser/driver.ts";
import { unlikeness } from "./browser/likeness.ts";
import { takePictures } from "./browser/pictures.ts";
import { chromium, firefox } from "./browser/puppeteer_driver.ts";
import { visit } from "./browser/visit.ts";
import { webkit } from "./browser/webkit_driver.ts";

/** A page that lacks its lower half differs by 0.33 and more, the same page in the fonts of another browser by 0.13. */
const MOST_UNLIKE = 0.25;

const makers: Readonly<Record<string, BrowserMaker>> = { chromium, firefox, webkit };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { install: { type: "boolean" }, pictures: { type: "string" } },
});

const isStrict = process.env.CI === "true";
const failures: string[] = [];
const lines: string[] = [];

for (const key of positionals.length > 0 ? positionals : Object.keys(makers)) {
  const maker = makers[key];
  if (!maker) throw new Error(`${key} is none of ${Object.keys(makers).join(", ")}`);
  if (!isThere(maker) && (values.install || isStrict)) install(maker.packages);
  if (!isThere(maker)) {
    lines.push(`${maker.name}: not here (${maker.packages.join(", ")}), so nothing was checked`);
    if (isStrict) failures.push(`${maker.name} is missing`);
    continue;
  }
  const page = await maker.start();
  try {
    const { passed, failed } = await runChecks(page);
    lines.push(`${maker.name}: ${passed} passed, ${failed.length} failed`);
    failures.push(...failed.map((name) => `${maker.name}: ${name}`));
    const pictures = await takePictures(page);
    if (values.pictures) save(values.pictures, key, pictures);
    const unlike = compare(pictures, key);
    lines.push(
      `${maker.name}: ${Object.keys(pictures).length} pictures, ${unlike.length} unlike those that a person has seen`,
    );
    failures.push(...unlike.map((picture) => `${maker.name}: ${picture}`));
  } finally {
    await page.close();
  }
}

console.log(`\n${lines.join("\n")}`);
for (const failure of failures) console.error(`FAILED  ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function runChecks(page: PageDriver): Promise<{ readonly passed: number; readonly failed: readonly string[] }> {
  const failed: string[] = [];
  const entries = Object.entries(checks);
  for (const [name, check] of entries) {
    try {
      await visit(page, check);
      const errors = await page.errors();
      // What a browser says of a socket that was refused or killed, or of what a check asks of that machine, is no fault.
      const faults = errors.filter((error) => !/WebSocket|example\.org/i.test(error));
      if (faults.length > 0) throw new Error(`It logged ${faults.join("; ")}`);
      console.log(`  ok      ${page.name}: ${name}`);
    } catch (error) {
      failed.push(name);
      console.log(`  FAILED  ${page.name}: ${name}\n          ${error instanceof Error ? error.message : error}`);
      await page.errors();
    }
  }
  return { passed: entries.length - failed.length, failed };
}

function isThere({ files }: BrowserMaker): boolean {
  return files.every((file) => existsSync(file));
}

function install(packages: readonly string[]): void {
  const options = { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } } as const;
  execFileSync("apt-get", ["update", "-qq"], options);
  execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], options);
}

/** @returns what is unlike the pictures in the folder beside this file, and by how much */
function compare(pictures: Readonly<Record<string, Uint8Array>>, browser: string): readonly string[] {
  return Object.entries(pictures).flatMap(([name, picture]) => {
    const known = readFileSync(new URL(`pictures/${browser}-${name}.png`, import.meta.url));
    const differs = unlikeness(picture, known);
    console.log(`  picture ${name} differs by ${differs.toFixed(3)} of ${MOST_UNLIKE}`);
    return differs > MOST_UNLIKE ? [`the picture ${name} differs by ${differs.toFixed(3)}`] : [];
  });
}

function save(folder: string, browser: string, pictures: Readonly<Record<string, Uint8Array>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, picture] of Object.entries(pictures)) writeFileSync(`${folder}/${browser}-${name}.png`, picture);
}
