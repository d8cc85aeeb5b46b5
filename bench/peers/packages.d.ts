// What the peers use of their packages, which may not be installed when types are checked.

declare module "eventsource-parser/stream" {
  export class EventSourceParserStream extends TransformStream<string, { readonly data: string }> {}
}

declare module "textlinestream" {
  /** The line stream of Deno's standard library, which npm's registry has in this form alone. */
  // biome-ignore lint/style/noDefaultExport: what the package has
  export default class TextLineStream extends TransformStream<string, string> {}
}

declare module "zod" {
  export const z: { looseObject(entries: object): object };
}

declare module "@ai-sdk/provider-utils" {
  export function zodSchema(schema: object): object;
  export function parseJsonEventStream(parts: {
    stream: ReadableStream<Uint8Array>;
    schema: object;
  }): ReadableStream<{ readonly success: boolean }>;
}

declare module "@connectrpc/connect/protocol" {
  interface Serialization {
    serialize(value: object): Uint8Array;
    parse(bytes: Uint8Array): object;
  }
  type Step = (input: AsyncIterable<unknown>) => AsyncIterable<unknown>;
  export function encodeEnvelope(flags: number, data: Uint8Array): Uint8Array;
  export function transformSplitEnvelope(maxBytes: number): Step;
  export function transformParseEnvelope(values: Serialization, endFlag: number, end: Serialization): Step;
  export function pipe(input: AsyncIterable<Uint8Array>, split: Step, parse: Step): AsyncIterable<unknown>;
}

declare module "cbor-x" {
  export function encode(value: object): Uint8Array;
  export function decodeIter(chunks: AsyncIterable<Uint8Array>): AsyncIterable<object>;
}
