import type { JsonValue } from "../frame/json_value.ts";
import type { Meta } from "../notifications/server_notification.ts";

/** Hints of MCP on whom content is for and how much it matters. */
export interface Annotations<N = number> {
  readonly audience?: readonly ("user" | "assistant")[] | null | undefined;
  /** From 0, least, to 1; the range is not checked. */
  readonly priority?: N | null | undefined;
  readonly lastModified?: string | null | undefined;
}

/** What every block may carry. */
export interface BlockBase<N = number> {
  readonly annotations?: Annotations<N> | null | undefined;
  readonly _meta?: Meta<N> | undefined;
}

/** Text. */
export interface TextBlock<N = number> extends BlockBase<N> {
  readonly type: "text";
  readonly text: string;
}

/** An image or sound, in base64 (which is not checked). */
export interface MediaBlock<N = number> extends BlockBase<N> {
  readonly type: "image" | "audio";
  readonly data: string;
  readonly mimeType: string;
}

/** A picture for a resource. */
export interface Icon {
  readonly src: string;
  readonly mimeType?: string | null | undefined;
  readonly sizes?: readonly string[] | null | undefined;
  readonly theme?: "light" | "dark" | null | undefined;
}

/** A resource by reference. */
export interface ResourceLinkBlock<N = number> extends BlockBase<N> {
  readonly type: "resource_link";
  readonly uri: string;
  readonly name: string;
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly mimeType?: string | null | undefined;
  /** In bytes; an unsigned integer of 32 bits. */
  readonly size?: number | null | undefined;
  readonly icons?: readonly Icon[] | null | undefined;
}

/** What a resource holds: text, or bytes in base64. */
export type ResourceContents<N = number> = {
  readonly uri: string;
  readonly mimeType?: string | null | undefined;
  readonly _meta?: Meta<N> | undefined;
} & ({ readonly text: string } | { readonly text?: JsonValue<N> | undefined; readonly blob: string });

/** A resource itself. */
export interface ResourceBlock<N = number> extends BlockBase<N> {
  readonly type: "resource";
  readonly resource: ResourceContents<N>;
}

/** A content block of an MCP tool result; narrows by `type`. */
export type ContentBlock<N = number> = TextBlock<N> | MediaBlock<N> | ResourceLinkBlock<N> | ResourceBlock<N>;
