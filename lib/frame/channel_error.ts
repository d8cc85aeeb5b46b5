/** Where the name of a class stands. A word of our own, so that no class of anybody else's has it. */
const kind = "~channel-frames";

/**
 * What every error of this library is. Switch on `code`; the `message` is for people.
 *
 * `instanceof` also holds for an error that another loaded copy of the package made: it goes by the name that the
 * error's class has for us, which no data of a peer's can forge.
 */
export abstract class ChannelError extends Error {
  /** The name of the class, the same in every copy of the package and after minification; empty for any of them. */
  static readonly "~channel-frames": string = "";

  abstract readonly code: string;

  override get name(): string {
    return kindOf(this) ?? "";
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // A class that a user derives has no name here, and is recognised the ordinary way. No name is part of another but
    // the empty one, which is part of all.
    return Object.hasOwn(this, kind) ? !!kindOf(value)?.includes(this[kind]) : super[Symbol.hasInstance](value);
  }
}

function kindOf(value: unknown): string | undefined {
  return Object.getPrototypeOf(Object(value))?.constructor?.[kind];
}
