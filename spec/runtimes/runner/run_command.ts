import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** Runs a command to its end and gives back what it printed. @throws what it printed, when it failed */
export async function runCommand(file: string, parameters: readonly string[], cwd?: string): Promise<string> {
  try {
    const { stdout } = await execute(file, parameters, { cwd, maxBuffer: 2 ** 26, timeout: 600_000 });
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "" }: { stdout?: string; stderr?: string } = Object(error);
    throw new Error(`${file} ${parameters.join(" ")} failed:\n${stdout}${stderr}`.trim());
  }
}
