import puppeteer, { type KeyInput, type LaunchOptions, type Page } from "puppeteer-core";
import type { BrowserMaker, PageDriver } from "./driver.ts";

export const chromium: BrowserMaker = {
  name: "Chromium",
  packages: ["chromium"],
  files: ["/usr/bin/chromium"],
  start: () =>
    start("Chromium", {
      executablePath: "/usr/bin/chromium",
      // Its own sandbox cannot be had by root; the only page it sees is ours.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
      ],
    }),
};

export const firefox: BrowserMaker = {
  name: "Firefox",
  packages: ["firefox-esr"],
  files: ["/usr/bin/firefox-esr"],
  start: () =>
    start("Firefox", {
      browser: "firefox",
      executablePath: "/usr/bin/firefox-esr",
      // It would put off each connection to a server that another to it has broken with.
      extraPrefsFirefox: { "network.websocket.delay-failed-reconnects": false },
    }),
};

async function start(name: string, options: LaunchOptions): Promise<PageDriver> {
  const browser = await puppeteer.launch({ headless: true, ...options });
  const page = await browser.newPage();
  let errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return {
    name,
    goto: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    press: (key) => page.keyboard.press(key as KeyInput),
    resize: (width, height) => page.setViewport({ width, height }),
    prefer: (scheme) => prefer(page, scheme),
    screenshot: () => page.screenshot(),
    async errors() {
      const told = errors;
      errors = [];
      return told;
    },
    close: () => browser.close(),
  };
}

/** Firefox cannot be told by its protocol. */
async function prefer(page: Page, scheme: "light" | "dark"): Promise<boolean> {
  try {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    return true;
  } catch {
    return false;
  }
}
