const mark: unique symbol = /* @__PURE__ */ Symbol.for("channel-frames");

/**
 * What every error of this library is. Switch on `code`; the `message` is for people.
 *
 * `instanceof` answers by a mark in the global symbol registry, not by the class object, so it also holds for an error
 * that another loaded copy of the package made.
 */
export abstract class ChannelError extends Error {
  /** The name of the class, the same in every copy of the package and after minification; empty for any of them. */
  static readonly kind: string = "";

  abstract readonly code: string;

  /** For the classes of this library. */
  protected constructor(message: string, options?: { readonly cause?: unknown } | undefined) {
    super(message, options);
    this.name = new.target.kind;
    Object.defineProperty(this, mark, { value: this.name });
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // A class that a user derives has no kind of its own, and is recognised the ordinary way. No kind is part of
    // another but the empty one, which is part of all.
    return Object.hasOwn(this, "kind") ? !!Object(value)[mark]?.includes(this.kind) : super[Symbol.hasInstance](value);
  }
}
