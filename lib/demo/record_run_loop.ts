import { record } from "../tape/mod.ts";

/** A recording of the run loop, which is complete when that was read. */
export interface RunLoopRecording {
  readonly listen: (scene: string, messages: ReadableStream<Uint8Array>) => void;
  readonly tape: Promise<Uint8Array>;
}

export function recordRunLoop(): RunLoopRecording {
  let recorded: (tape: ReadableStream<Uint8Array<ArrayBuffer>>) => void;
  const tape = new Promise<ReadableStream<Uint8Array<ArrayBuffer>>>((resolve) => {
    recorded = resolve;
  });
  return {
    listen(scene, messages) {
      if (scene === "run-loop") recorded(record(messages, { family: "run-loop", carrier: "npm start" }).tape);
    },
    tape: tape.then(async (stream) => new Uint8Array(await new Response(stream).arrayBuffer())),
  };
}
