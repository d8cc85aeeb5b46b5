import type { FamilyName, Filter } from "./recording.ts";
import type { Questions, Report, Request, Source, Topic } from "./wire.ts";

/** What the worker tells unasked. */
export type News = Exclude<Report, { readonly type: "answer" | "refusal" }>;

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** The worker, as the page sees it. */
export class EngineClient {
  readonly #worker: Worker;
  readonly #waiting: Map<number, Waiting> = new Map();
  #last = 0;

  constructor(worker: Worker, heard: (news: News) => void) {
    this.#worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<Report>) => {
      if (data.type !== "answer" && data.type !== "refusal") {
        heard(data);
        return;
      }
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.type === "answer") waiting?.resolve(data.value as never);
      else waiting?.reject(new Error(data.message));
    });
    worker.addEventListener("error", ({ message }) =>
      heard({ type: "failure", message: message || "The worker failed" }),
    );
  }

  open(source: Source, family?: FamilyName): void {
    // Answers about what was open before are of no use.
    for (const { reject } of this.#waiting.values()) reject(new Error("Another recording was opened"));
    this.#waiting.clear();
    this.#send({ type: "open", source, family });
  }

  leave(): void {
    this.#send({ type: "leave" });
  }

  filter(filter: Filter): void {
    this.#send({ type: "filter", filter });
  }

  playhead(at: number | undefined): void {
    this.#send({ type: "playhead", at });
  }

  /** @throws {Error} in words, when there is no answer */
  ask<T extends Topic>(type: T, ask: Questions[T]["ask"]): Promise<Questions[T]["answer"]> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ ...ask, type, id } as Request);
    });
  }

  #send(request: Request): void {
    this.#worker.postMessage(request);
  }
}
