import { browserRuntime } from "./browser_runtime.ts";
import type { Runtime } from "./runtime.ts";

// Firefox would open a page of its own in front of ours at the first start of a profile, ask around for news, and
// put off each connection to a server that others to it have broken with.
const firefoxPreferences = `
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("datareporting.policy.firstRunURL", "");
user_pref("app.normandy.enabled", false);
user_pref("app.update.enabled", false);
user_pref("extensions.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("network.websocket.delay-failed-reconnects", false);
user_pref("toolkit.startup.max_resumed_crashes", -1);
`;

export const browsers: readonly Runtime[] = [
  browserRuntime({
    key: "chromium",
    name: "Chromium",
    from: ["chromium"],
    files: ["chromium", "chromium-browser"],
    parameters: (home) => [
      "--headless=new",
      // Its own sandbox cannot be had by root; the only page it sees is ours.
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--user-data-dir=${home}`,
    ],
  }),
  browserRuntime({
    key: "firefox",
    name: "Firefox",
    from: ["firefox-esr"],
    files: ["firefox-esr", "firefox"],
    parameters: (home) => ["--headless", "--no-remote", "--profile", home],
    preferences: { name: "user.js", text: firefoxPreferences },
  }),
  browserRuntime({
    key: "webkit",
    name: "WebKit",
    // xvfb-run needs xauth, which its package merely recommends.
    from: ["webkit2gtk-driver", "xvfb", "xauth"],
    files: ["4.1", "4.0"].map((version) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`),
    // It cannot do without a display.
    by: ["xvfb-run", "-a"],
    parameters: () => [],
  }),
];
