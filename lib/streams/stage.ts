import { type Operator, pair } from "./pair.ts";

/**
 * A class with the prototype of `TransformStream` and without its constructor: `instanceof` holds, and there is no
 * hidden pair that Node, Deno, Chromium and Firefox would move to a worker in silence in place of the stage.
 */
const TransformStreamShape: new <I, O>() => TransformStream<I, O> = /* @__PURE__ */ (() => {
  function Shape(): void {}
  Shape.prototype = TransformStream.prototype;
  return Shape as unknown as new <I, O>() => TransformStream<I, O>;
})();

/**
 * What all stages of this library are: ordinary `{ readable, writable }` pairs for `pipeThrough`, with at most one
 * message in hand and nothing lost before an error. A stage cannot be transferred to a worker, which throws;
 * its `readable` and `writable` can, where the platform can.
 *
 * @typeParam I what is written
 * @typeParam O what is read
 */
export abstract class Stage<I, O extends object> extends TransformStreamShape<I, O> {
  override readonly readable: ReadableStream<O>;
  override readonly writable: WritableStream<I>;

  /** For the classes of this library. */
  protected constructor(operator: Operator<I, O>, signal?: AbortSignal | undefined) {
    super();
    [this.readable, this.writable] = pair(operator, signal);
  }
}
