import { spawn } from "node:child_process";

const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  // Not `start`, which is the shell's: an address with "&" would be two commands to it.
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens an address in the browser of the system. If that cannot be, it is said, and the address is there to be copied. */
export function openBrowser(address: string, err: (text: string) => void): void {
  const [program = "xdg-open", ...parameters] = openers[process.platform] ?? [];
  const child = spawn(program, [...parameters, address], { stdio: "ignore", detached: true });
  child.on("error", (error) => err(`No browser could be opened: ${error.message}\n`));
  child.on("exit", (code) => {
    if (code) err(`No browser could be opened: ${program} ended with ${code}\n`);
  });
  child.unref();
}
