import type {
  Conversation,
  Detail,
  EndingReport,
  FamilyName,
  Filter,
  Head,
  Progress,
  Row,
  Timeline,
  View,
} from "./recording.ts";

/** What the page asks its worker to open. */
export type Source =
  | { readonly kind: "tape"; readonly name: string; readonly blob: Blob }
  /** The same, where the worker cannot read a file. */
  | { readonly kind: "bytes"; readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "address"; readonly url: string }
  | {
      readonly kind: "channel";
      readonly url: string;
      /** Asks for a run loop. */
      readonly prompt?: string | undefined;
    };

/** What is asked, by name: what is given, and what is answered. */
export interface Questions {
  /** So many rows of the view, from a position on. */
  readonly rows: { readonly ask: { readonly from: number; readonly count: number }; readonly answer: readonly Row[] };
  readonly detail: { readonly ask: { readonly index: number }; readonly answer: Detail };
  /** The position in the view of this row, or of the next that is in it; of the first row not before this time. */
  readonly place: { readonly ask: { readonly index: number } | { readonly at: number }; readonly answer: number };
  /** The time of the next row after a moment, or of the last before it, whatever the filter is. */
  readonly after: { readonly ask: { readonly at: number }; readonly answer: number | undefined };
  readonly before: { readonly ask: { readonly at: number }; readonly answer: number | undefined };
  readonly timeline: {
    readonly ask: { readonly from: number; readonly to: number; readonly columns: number };
    readonly answer: Timeline;
  };
  /** As far as the playhead is, if it is played. */
  readonly conversation: { readonly ask: Readonly<Record<string, never>>; readonly answer: Conversation };
  /** The rows of the view, or all, as a tape of their own or as JSON lines. */
  readonly export: {
    readonly ask: { readonly what: "view" | "all"; readonly as: "tape" | "lines" };
    readonly answer: Blob;
  };
}

export type Topic = keyof Questions;

/** From the page to the worker. A question is answered under its `id`. */
export type Request =
  | { readonly type: "open"; readonly source: Source; readonly family?: FamilyName | undefined }
  /** Leaves a live channel. What came stays. */
  | { readonly type: "leave" }
  | { readonly type: "filter"; readonly filter: Filter }
  /** Nothing after this time is there, in milliseconds since the beginning; `undefined` when it is not played. */
  | { readonly type: "playhead"; readonly at: number | undefined }
  | { readonly [T in Topic]: { readonly type: T; readonly id: number } & Questions[T]["ask"] }[Topic];

/** From the worker to the page. */
export type Report =
  | { readonly type: "head"; readonly head: Head }
  | { readonly type: "progress"; readonly progress: Progress }
  | { readonly type: "ending"; readonly ending: EndingReport }
  /** It could not be opened, or is no tape. In words. */
  | { readonly type: "failure"; readonly message: string }
  | { readonly type: "view"; readonly view: View }
  | { readonly type: "answer"; readonly id: number; readonly value: unknown }
  | { readonly type: "refusal"; readonly id: number; readonly message: string };
