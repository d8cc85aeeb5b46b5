import type { AnyFrame } from "../frame/frame_family.ts";

/** The frames up to the error frame, which is by the protocol the last. The source is told that no more is wanted. */
export function untilError<F extends AnyFrame>(frames: ReadableStream<F>): ReadableStream<F> {
  const reader = frames.getReader();
  return new ReadableStream<F>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        controller.enqueue(value);
        if (value?.type !== "error") return;
        controller.close();
        reader.cancel().catch(() => {});
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
