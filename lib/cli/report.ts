import type { JsonObject } from "../mod.ts";
import type { Entry } from "./look_at.ts";
import type { Verdict } from "./verdict.ts";

/** What is known of a channel before its first message. */
export interface ChannelHead {
  readonly family: string;
  readonly carrier: string | undefined;
  /** When it began, by ISO 8601. */
  readonly started: string;
  readonly metadata: JsonObject;
}

/** Tells a channel, to a person or a program. Each function returns what is to be written; often nothing. */
export interface Report {
  readonly head?: (head: ChannelHead) => string;
  readonly entry: (entry: Entry) => string;
  /** Messages that were recorded as missing. */
  readonly dropped?: (count: number, ms: number) => string;
  readonly end: (verdict: Verdict, ms: number) => string;
}
