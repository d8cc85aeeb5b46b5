/** Whether two types are the same, `any` told from everything else. */
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles for `true` only. */
export function is<_Holds extends true>(): void {}

type Anything = ReturnType<typeof JSON.parse>;

is<Equal<string, string>>();
// @ts-expect-error a library whose types do not resolve is `any`, which must not pass for anything
is<Equal<Anything, string>>();
// @ts-expect-error nor for a part of something
is<Equal<ReadableStream<Anything>, ReadableStream<string>>>();
// @ts-expect-error and a wider type is another one
is<Equal<string | undefined, string>>();
