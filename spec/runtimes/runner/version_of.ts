import { runCommand } from "./run_command.ts";

/** What a program says of its own version, if it can be brought to say it. */
export async function versionOf(file: string, ...parameters: readonly string[]): Promise<string> {
  const text = await runCommand(file, [...parameters, "--version"]).catch(() => "");
  return /\d+(?:[.-]\d+)+/.exec(text)?.[0] ?? "unknown";
}
