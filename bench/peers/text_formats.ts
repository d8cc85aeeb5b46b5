import { EventSourceParserStream } from "eventsource-parser/stream";
import TextLineStream from "textlinestream";
import { drain } from "../hand/drain.ts";
import { source } from "../workloads.ts";
import { encodeAll } from "./encode_all.ts";
import { LineStream } from "./line_stream.ts";
import type { Peer } from "./peer.ts";

/** Text of bytes. The platform's types let its stage take nothing but bytes in memory that is not shared. */
function textOf(bytes: ReadableStream<Uint8Array>): ReadableStream<string> {
  return bytes.pipeThrough<string>(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>);
}

/** A stage of the platform that works on one chunk at a time. */
function stage<I, O>(step: (chunk: I) => O): TransformStream<I, O> {
  return new TransformStream({ transform: (chunk, to) => to.enqueue(step(chunk)) });
}

export const eventSourceParser: Peer = {
  name: "eventsource-parser, JSON.parse",
  over(values) {
    const events = encodeAll(values, (json) => `data: ${json}\n\n`);
    return (count) =>
      drain(
        textOf(source(events, count))
          .pipeThrough(new EventSourceParserStream())
          .pipeThrough(stage(({ data }) => JSON.parse(data))),
      );
  },
};

export const ndjson: Peer = {
  name: "ndjson by hand",
  over(values) {
    const lines = encodeAll(values, (json) => `${json}\n`);
    return (count) =>
      drain(
        textOf(source(lines, count))
          .pipeThrough(new LineStream())
          .pipeThrough(stage((line: string) => JSON.parse(line))),
      );
  },
};

export const standardLines: Peer = {
  name: "std TextLineStream, JSON.parse",
  over(values) {
    const lines = encodeAll(values, (json) => `${json}\n`);
    return (count) =>
      drain(
        textOf(source(lines, count))
          .pipeThrough(new TextLineStream())
          .pipeThrough(stage((line) => JSON.parse(line))),
      );
  },
};
