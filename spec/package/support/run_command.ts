import { spawn } from "node:child_process";

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  /** Both outputs, as they came. */
  readonly output: string;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** After so many seconds it is ended, and has failed. */
  readonly seconds?: number;
}

/** Runs a shell command to its end, whatever that is. */
export function runCommand(command: string, { cwd, env, seconds = 240 }: CommandOptions): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn("sh", ["-c", command], {
      cwd,
      env: { ...ownEnvironment(), ...env, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: seconds * 1000,
    });
    let stdout = "";
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.on("error", (error) => resolve({ code: 1, stdout, output: `${output}${error}` }));
    child.on("close", (code, signal) =>
      resolve({ code: code ?? 1, stdout, output: signal ? `${output}\nended by ${signal}` : output }),
    );
  });
}

/** This process's environment without what npm tells the scripts of *this* package, which the consumer's npm believes. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const told = /^(?:npm_package_|npm_lifecycle_|npm_config_local_prefix$|npm_command$|INIT_CWD$|NODE_OPTIONS$|VITEST)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !told.test(name)));
}

/** The same for a command that has to succeed. */
export async function runOrThrow(command: string, options: CommandOptions): Promise<string> {
  const { code, stdout, output } = await runCommand(command, options);
  if (code !== 0) throw new Error(`${command}: exit code ${code}\n${output}`);
  return stdout;
}
