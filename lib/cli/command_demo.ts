import { CliError } from "./cli_error.ts";
import type { Command } from "./command.ts";

export const demo: Command = {
  synopsis: "",
  summary: "Show every ending over real sockets, and a real MCP server",
  about: [
    "Starts the official MCP server server-everything and a provider, and reads channels of every kind and with every ending over WebSockets of this machine. It needs the packages ws, @modelcontextprotocol/sdk and @modelcontextprotocol/server-everything beside this one.",
  ],
  options: { json: { help: "One JSON object a line" } },
  examples: ["demo", "demo --json"],
  takes: [0, 0],
  async run(given, { out, err, screen, signal }) {
    const { command } = await importDemo();
    const flags = given.flag("json") ? ["--json"] : [];
    let written: Promise<void> | undefined;
    const write = (text: string): void => {
      // Nobody waits between its lines, and there are not many.
      written = Promise.all([written, out(text)]).then(() => {});
      written.catch(() => {});
    };
    const code = await command(flags, { out: write, err, colour: screen.colour, signal });
    await written;
    return code;
  },
};

async function importDemo(): Promise<typeof import("../demo/command.ts")> {
  try {
    return await import("../demo/command.ts");
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).split("\n")[0];
    const packages = "ws @modelcontextprotocol/sdk @modelcontextprotocol/server-everything";
    throw new CliError(`The demo needs more packages: npm install ${packages} (${why})`, undefined, error);
  }
}
