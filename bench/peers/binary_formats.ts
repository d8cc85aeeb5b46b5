import { decodeMultiStream, encode as encodeMessagePack } from "@msgpack/msgpack";
import { decodeIter, encode as encodeCbor } from "cbor-x";
import { iterate } from "../hand/drain.ts";
import { source } from "../workloads.ts";
import { chunksOf } from "./chunks_of.ts";
import type { Peer } from "./peer.ts";

export const messagePack: Peer = {
  name: "@msgpack/msgpack decodeMultiStream",
  over(values) {
    const messages = values.map((value) => encodeMessagePack(value));
    return (count) => iterate(decodeMultiStream(source(messages, count)));
  },
};

export const cbor: Peer = {
  name: "cbor-x decodeIter",
  over(values) {
    // What it encodes shares a buffer.
    const messages = values.map((value) => new Uint8Array(encodeCbor(value)));
    return (count) => iterate(decodeIter(chunksOf(source(messages, count))));
  },
};
