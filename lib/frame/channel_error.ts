/**
 * What every error of this library is. Switch on `code`; the `message` is for people.
 *
 * `instanceof` goes by the `kind` of a value's class, not by the class itself, so it also holds for an error that
 * another loaded copy of the package made.
 */
export abstract class ChannelError extends Error {
  /** The same in every copy of the package, and after minification. No kind is part of another but this, of all. */
  static readonly kind: string = "channel-frames/";

  abstract readonly code: string;

  override get name(): string {
    return kindOf(this).slice(15); // what follows "channel-frames/"
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // A class that a user derives has no kind of its own, and is recognised the ordinary way.
    return Object.hasOwn(this, "kind") ? kindOf(value).includes(this.kind) : super[Symbol.hasInstance](value);
  }
}

/** Asks the prototype, which data of a peer's cannot forge. */
function kindOf(value: unknown): string {
  return `${Object.getPrototypeOf(Object(value))?.constructor?.kind}`;
}
