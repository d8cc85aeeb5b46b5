import { decodeMulti } from "@msgpack/msgpack";
import { replay, TapeDecoderStream, TapeEncoderStream } from "../../lib/tape/mod.ts";
import type { Goal } from "../connection/verdicts.ts";
import { interleave, type Measuring, print } from "../measure.ts";
import { notifications, source } from "../workloads.ts";
import { drain } from "./drain.ts";

const { messages } = notifications();

/** Tapes written and read, in chunks of 64 KiB, against what the bare parser takes for the same bytes all at once. */
export async function measureFormats(measuring: Measuring): Promise<readonly Goal[]> {
  const encoded = (many: number) => source(messages, many).pipeThrough(new TapeEncoderStream());
  const tape = new Uint8Array(await new Response(encoded(measuring.count)).arrayBuffer());
  const chunks = (): ReadableStream<Uint8Array> => source(inPieces(tape), Math.ceil(tape.length / 65_536));
  // The header and the end are two more.
  const ratios = await interleave(
    {
      "@msgpack/msgpack: decodeMulti, of the whole": () => [...decodeMulti(tape)].length - 2,
      TapeDecoderStream: async () => (await drain(chunks().pipeThrough(new TapeDecoderStream()))) - 2,
      replay: () => drain(replay(chunks())),
      TapeEncoderStream: async (many) => (await drain(encoded(many))) - 2,
    },
    { ...measuring, base: "@msgpack/msgpack: decodeMulti, of the whole" },
  );
  print("Tapes, about 200 B a message", ratios);
  return [];
}

function inPieces(bytes: Uint8Array): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, at) => {
    return bytes.slice(at * 65_536, (at + 1) * 65_536);
  });
}
