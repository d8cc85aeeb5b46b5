import type { SuiteOptions } from "../suite/suite_options.ts";

/** What the runner tells the suite by the URL that it starts it with. */
export function optionsOf(url: string): SuiteOptions {
  return { webSocketUrl: new URL(url).searchParams.get("webSocketUrl") ?? undefined };
}
