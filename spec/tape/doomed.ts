/** Records notifications to a file, says each time how many are written, and waits to be killed. */
import { open } from "node:fs/promises";
import { TapeRecorder } from "../../lib/tape/mod.ts";
import { item } from "../support/messages.ts";

const [, , path = ""] = process.argv;
const file = await open(path, "w");
const recorder = new TapeRecorder({ family: "notifications" });

const recording = recorder.tape.pipeTo(
  new WritableStream({
    async write(chunk) {
      await file.write(chunk);
      process.stdout.write(".");
    },
  }),
);
let n = 0;
const messages = new ReadableStream<Uint8Array>({
  async pull(controller) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    controller.enqueue(item({ method: "x/n", params: { n: n++ } }));
  },
});
await Promise.all([recording, messages.pipeThrough(recorder).pipeTo(new WritableStream())]);
