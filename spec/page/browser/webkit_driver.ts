import { spawn } from "node:child_process";
import { createServer } from "node:net";
import type { BrowserMaker, PageDriver } from "./driver.ts";

const folder = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1";

export const webkit: BrowserMaker = {
  name: "WebKit",
  packages: ["webkit2gtk-driver", "xvfb", "xauth"],
  files: ["/usr/bin/WebKitWebDriver", `${folder}/MiniBrowser`, "/usr/bin/xvfb-run"],
  start,
};

/** The keys that WebDriver has characters of its own for. */
const keys: Readonly<Record<string, string>> = {
  Escape: "\ue00c",
  ArrowDown: "\ue015",
  ArrowUp: "\ue013",
  ArrowLeft: "\ue012",
  ArrowRight: "\ue014",
  End: "\ue010",
  Home: "\ue011",
};

/** Errors that are not caught go to a list, which no event brings here. */
const LISTEN = `if (!globalThis.heardErrors) {
  globalThis.heardErrors = [];
  addEventListener("error", ({ message }) => heardErrors.push(message));
  addEventListener("unhandledrejection", ({ reason }) => heardErrors.push(String(reason)));
}`;

async function start(): Promise<PageDriver> {
  const port = await freePort();
  // In a group of its own, which ends as a whole: xvfb-run leaves what it has started behind.
  const child = spawn("xvfb-run", ["-a", "/usr/bin/WebKitWebDriver", `--port=${port}`], {
    stdio: "ignore",
    detached: true,
  });
  const base = `http://127.0.0.1:${port}`;
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(base + path, {
      method,
      ...(method === "POST" ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    const { value } = Object(await response.json());
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value).slice(0, 500)}`);
    return value;
  };
  await untilItAnswers(base);
  const options = { binary: `${folder}/MiniBrowser`, args: ["--automation"] };
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
  const { sessionId } = Object(await call("POST", "/session", { capabilities }));
  const session = `/session/${sessionId}`;
  const evaluate = (expression: string): Promise<unknown> =>
    call("POST", `${session}/execute/sync`, { script: `return (${expression})`, args: [] });
  return {
    name: "WebKit",
    async goto(url) {
      await call("POST", `${session}/url`, { url });
      await call("POST", `${session}/execute/sync`, { script: LISTEN, args: [] });
    },
    evaluate,
    async press(key) {
      const value = keys[key] ?? key;
      const actions = [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ];
      await call("POST", `${session}/actions`, { actions: [{ type: "key", id: "keyboard", actions }] });
    },
    resize: async (width, height) => void (await call("POST", `${session}/window/rect`, { width, height, x: 0, y: 0 })),
    prefer: async () => false,
    screenshot: async () => Buffer.from(String(await call("GET", `${session}/screenshot`)), "base64"),
    errors: async () => (await evaluate("heardErrors.splice(0)")) as readonly string[],
    async close() {
      await call("DELETE", session).catch(() => {});
      if (child.pid !== undefined) process.kill(-child.pid);
    },
  };
}

async function untilItAnswers(base: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await fetch(`${base}/status`);
      return;
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
