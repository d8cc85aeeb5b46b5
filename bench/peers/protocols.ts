import { parseJsonEventStream, zodSchema } from "@ai-sdk/provider-utils";
import { encodeEnvelope, pipe, transformParseEnvelope, transformSplitEnvelope } from "@connectrpc/connect/protocol";
import { ServerNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { drain, iterate } from "../hand/drain.ts";
import { parse } from "../hand/unchecked.ts";
import { source } from "../workloads.ts";
import { chunksOf } from "./chunks_of.ts";
import { encodeAll } from "./encode_all.ts";
import type { Peer } from "./peer.ts";

export const aiSdk: Peer = {
  name: "AI SDK parseJsonEventStream",
  over(values) {
    const events = encodeAll(values, (json) => `data: ${json}\n\n`);
    const schema = zodSchema(z.looseObject({}));
    return async (count) => {
      const reader = parseJsonEventStream({ stream: source(events, count), schema }).getReader();
      for (let came = 0; ; ) {
        const { done, value } = await reader.read();
        if (done) return came;
        if (value.success) came++;
      }
    };
  },
};

export const connect: Peer = {
  name: "connect envelopes",
  over(values) {
    const bodies = encodeAll(values, (json) => json);
    const messages = bodies.map((body) => encodeEnvelope(0, body));
    const reader = new TextDecoder();
    const writer = new TextEncoder();
    const json = {
      serialize: (value: object) => writer.encode(JSON.stringify(value)),
      parse: (bytes: Uint8Array): object => JSON.parse(reader.decode(bytes)),
    };
    const endFlag = 2;
    return (count) =>
      iterate(
        pipe(
          chunksOf(source(messages, count)),
          transformSplitEnvelope(0xffff_ffff),
          transformParseEnvelope(json, endFlag, json),
        ),
      );
  },
};

/** Reads notifications, and no other values. */
export const mcpSdk: Peer = {
  name: "MCP SDK ServerNotificationSchema",
  over(values) {
    const messages = encodeAll(values, (json) => `\0${json}`);
    return (count) =>
      drain(
        source(messages, count).pipeThrough(
          new TransformStream<Uint8Array, object>({
            transform: (message, to) => to.enqueue(ServerNotificationSchema.parse(parse(message))),
          }),
        ),
      );
  },
};
