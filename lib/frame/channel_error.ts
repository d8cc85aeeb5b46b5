const key: unique symbol = /* @__PURE__ */ Symbol.for("channel-frames/error");

/**
 * What every error of this library is. Switch on `code`; the `message` is for people.
 *
 * `instanceof` answers by a mark in the global symbol registry, not by the class object, so it also holds for an error
 * that was made by another loaded copy of the package.
 */
export abstract class ChannelError extends Error {
  /** The name of the class, the same in every copy of the package and after minification. */
  static readonly kind: string = "ChannelError";

  abstract readonly code: string;

  /** For the classes of this library. */
  protected constructor(kind: string, message: string, options?: { readonly cause?: unknown } | undefined) {
    super(message, options);
    Object.defineProperty(this, "name", { value: kind, configurable: true, writable: true });
    Object.defineProperty(this, key, { value: kind });
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // A class that a user derives has no kind of its own and is recognised the ordinary way.
    if (!Object.hasOwn(this, "kind")) return Function.prototype[Symbol.hasInstance].call(this, value);
    const kind: unknown = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
    return kind !== undefined && (this.kind === "ChannelError" || kind === this.kind);
  }
}
