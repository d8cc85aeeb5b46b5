import type { TapeHeader } from "../tape/mod.ts";
import type { Arguments, OptionSpecs } from "./arguments.ts";
import { usageError } from "./cli_error.ts";
import type { CliContext } from "./context.ts";
import { type FamilyName, readFamily } from "./families.ts";
import type { RecordChannelOptions } from "./record_channel.ts";
import { familyOption } from "./report_options.ts";

/** Options of what is asked of a live channel. */
export const liveOptions: OptionSpecs = {
  ...familyOption,
  prompt: { value: "text", help: 'Ask for a run loop: send {"prompt": "…"} first' },
};

/** What to record of the channel behind the address. */
export function readLive(given: Arguments, url: string, { now }: Pick<CliContext, "now">): RecordChannelOptions {
  const prompt = given.text("prompt");
  const family = readFamily(given.text("family")) ?? guessFamily(url, prompt);
  if (prompt !== undefined && family === "notifications") {
    throw usageError("--prompt asks for a run loop, and not for --family notifications");
  }
  const header: TapeHeader = {
    type: "header",
    version: 1,
    family,
    carrier: withoutSecrets(url),
    startedAt: Math.round(now() * 1000) / 1000,
    metadata: {},
  };
  const request = prompt === undefined ? undefined : new TextEncoder().encode(JSON.stringify({ prompt }));
  return { header, request };
}

function guessFamily(url: string, prompt: string | undefined): FamilyName {
  return prompt !== undefined || /\/agent\/run\/?(?:[?#]|$)/.test(url) ? "run-loop" : "notifications";
}

/** A tape is handed around; a password or a token in the address is nobody's business. */
function withoutSecrets(url: string): string {
  try {
    const { protocol, host, pathname } = new URL(url);
    return `${protocol}//${host}${pathname}`;
  } catch {
    return "";
  }
}
