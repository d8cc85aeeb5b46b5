import { buildNotification, type NotificationFrame } from "channel-frames";

/** Notifications that a test says, of one path: each with the number of the path, and its own. */
export class NotificationSource {
  readonly number: number;
  /** Where it is to be said. */
  readonly path: string;
  readonly readable: ReadableStream<NotificationFrame>;
  /** How many were said. */
  said = 0;
  /** How it ended, by what the test did; `"left"` if the path did. */
  end: "closed" | "error frame" | "broken" | "left" | undefined;
  #controller: ReadableStreamDefaultController<NotificationFrame> | undefined;

  constructor(number: number, path: string) {
    this.number = number;
    this.path = path;
    this.readable = new ReadableStream<NotificationFrame>({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => {
        this.end ??= "left";
      },
    });
  }

  get isOver(): boolean {
    return this.end !== undefined;
  }

  say(count = 1): void {
    for (let time = 0; time < count && !this.isOver; time++) {
      const params = { progressToken: this.number, progress: this.said++ };
      this.#controller?.enqueue(buildNotification("notifications/progress", params));
    }
  }

  close(): void {
    if (this.isOver) return;
    this.end = "closed";
    this.#controller?.close();
  }

  /** Says an error, and does not close: whoever sends it has to. */
  fail(): void {
    if (this.isOver) return;
    this.end = "error frame";
    this.#controller?.enqueue({ type: "error", error: { code: -32_603, message: `failure ${this.number}` } });
  }

  break(): void {
    if (this.isOver) return;
    this.end = "broken";
    this.#controller?.error(new Error("The source broke"));
  }
}
