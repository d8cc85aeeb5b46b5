import type { Ending, JsonObject, JsonValue } from "../mod.ts";

/** What the messages hold. */
export type FamilyName = "notifications" | "run-loop" | "raw";

/**
 * What a row is: an item frame, the error frame, a message that no reader takes, one that came after the error frame
 * (where a guard would have stopped), one that went the other way, or messages that the tape did not keep.
 */
export const ROW_KINDS = ["item", "error", "malformed", "extra", "sent", "dropped"] as const;

export type RowKind = (typeof ROW_KINDS)[number];

export type KindCounts = Readonly<Record<RowKind, number>>;

/** One line of the list. */
export interface Row {
  /** Its number in the recording, from 0. It never changes. */
  readonly index: number;
  /** Milliseconds since the recording began. */
  readonly at: number;
  readonly kind: RowKind;
  /** The method of a notification or the type of a chunk; empty for what has neither. */
  readonly name: string;
  /** Bytes, the tag included. Of what was dropped, all that are missing. */
  readonly size: number;
  /** The telling part, one line, control characters made visible. */
  readonly summary: string;
}

/** Which rows are in the view. What is left out filters nothing. */
export interface Filter {
  /** Found in the body as it is written; ASCII letters without regard to case, if the text is ASCII. */
  readonly text?: string | undefined;
  readonly kinds?: readonly RowKind[] | undefined;
  readonly names?: readonly string[] | undefined;
  /** Milliseconds since the beginning, both included. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** The rows that the filter lets through, as far as they were looked at. Their positions are 0 … count - 1. */
export interface View {
  readonly count: number;
  /** Whether all rows were looked at. A search through the text takes a while. */
  readonly isComplete: boolean;
}

/** What a tape says of itself at its head, or what is known of a live channel. */
export interface Head {
  readonly title: string;
  readonly family: FamilyName;
  readonly carrier: string | undefined;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly metadata: JsonObject;
  readonly isLive: boolean;
}

/** What is known so far. Told as it is read, at most ten times a second, and at the end. */
export interface Progress {
  readonly isEnded: boolean;
  readonly bytes: number;
  /** How many there are in all; `undefined` where nobody knows, as of a live channel. */
  readonly totalBytes: number | undefined;
  readonly rows: number;
  /** Milliseconds since the beginning. */
  readonly lastAt: number;
  readonly kinds: KindCounts;
  /** Each name and how many rows have it, the most frequent first; at most 200. */
  readonly names: readonly { readonly name: string; readonly count: number }[];
}

/** How it ended: what a guard says of it, and what the carrier did. */
export interface EndingReport {
  readonly kind: Ending["kind"];
  /** Item frames, as the ending of a guard counts them. */
  readonly frames: number;
  /** Milliseconds since the beginning; that of the last message where nothing tells the time of the end. */
  readonly at: number;
  /** The value of the error frame. */
  readonly error?: JsonValue | undefined;
  /** The close code of the carrier. */
  readonly closeCode?: number | undefined;
  /** What else is known of why, in words. */
  readonly reason?: string | undefined;
  /** The row that the ending is about: the error frame, or what came after it. */
  readonly index?: number | undefined;
  /** The first message that could not be read. */
  readonly malformed?: number | undefined;
  /** What is wrong with the tape itself, if it is that which broke off or is damaged. */
  readonly tapeProblem?: string | undefined;
}

/** All of one row, decoded when it is asked for. */
export interface Detail {
  readonly row: Row;
  /** The message, up to the first MiB. */
  readonly bytes: Uint8Array;
  /** The body as a JSON value, where it is one. */
  readonly value?: JsonValue | undefined;
  readonly problem?: Problem | undefined;
}

/** Why a reader refuses a message. */
export interface Problem {
  /** The code of the `FrameError`. */
  readonly code: string;
  readonly message: string;
  /** Where in the bytes it fails, the tag at 0, if that can be told. */
  readonly offset?: number | undefined;
  /** What validation found: the path to the value, and what is wrong there. */
  readonly issues: readonly { readonly path: string; readonly message: string }[];
}

/** The time axis in equal columns. All times in milliseconds since the beginning. */
export interface Timeline {
  readonly from: number;
  readonly to: number;
  readonly columns: readonly TimelineColumn[];
  /** Where nothing came for long, and where messages are known to be missing. */
  readonly gaps: readonly TimelineGap[];
}

export interface TimelineColumn {
  readonly counts: KindCounts;
  /** The largest message, in bytes. */
  readonly largest: number;
  /** The first row of it, if it has one. */
  readonly index: number | undefined;
}

export interface TimelineGap {
  readonly kind: "silence" | "dropped";
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A run loop as a conversation. */
export interface Conversation {
  readonly blocks: readonly Block[];
  /** How many blocks came before the first of these. */
  readonly omitted: number;
  readonly usage: readonly UsagePoint[];
}

/** A piece of a conversation: the rows it is from, and the tool call of the sub-agent it is part of. */
export interface BlockPlace {
  readonly index: number;
  readonly last: number;
  readonly at: number;
  readonly parent: string | undefined;
}

export type Block = BlockPlace &
  (
    | { readonly kind: "prompt" | "text" | "reasoning" | "refusal" | "media"; readonly text: string }
    | {
        readonly kind: "tool";
        readonly id: string;
        readonly name: string;
        /** The arguments as they were assembled: JSON text, whole or not. */
        readonly input: string;
        readonly result: string | undefined;
        readonly isError: boolean;
      }
    | { readonly kind: "notice"; readonly text: string; readonly isFatal: boolean }
    | { readonly kind: "error" | "malformed"; readonly text: string }
  );

/** What had been used by then, in tokens. */
export interface UsagePoint {
  readonly at: number;
  readonly input: number;
  readonly output: number;
}
