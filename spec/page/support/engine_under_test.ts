import { Engine } from "../../../lib/page/engine/engine.ts";
import type { FamilyName } from "../../../lib/page/recording.ts";
import type { Questions, Report, Request, Topic } from "../../../lib/page/wire.ts";

type Told<T extends Report["type"]> = Extract<Report, { readonly type: T }>;

/** The engine without its worker, and what it has told. */
export class EngineUnderTest {
  readonly told: Report[] = [];
  readonly #engine: Engine = new Engine((report) => this.told.push(report));
  #last = 0;

  /** Opens a tape, and waits until all of it is read. */
  static async open(tape: Uint8Array<ArrayBuffer>, family?: FamilyName): Promise<EngineUnderTest> {
    const engine = new EngineUnderTest();
    await engine.take({ type: "open", source: { kind: "tape", name: "a.tape", blob: new Blob([tape]) }, family });
    return engine;
  }

  take(request: Request): Promise<void> {
    return this.#engine.take(request);
  }

  /** The last report of a type. */
  last<T extends Report["type"]>(type: T): Told<T> | undefined {
    return this.told.filter((report): report is Told<T> => report.type === type).at(-1);
  }

  /** @throws {Error} what the engine refuses with */
  async ask<T extends Topic>(type: T, ask: Questions[T]["ask"]): Promise<Questions[T]["answer"]> {
    const id = ++this.#last;
    await this.take({ ...ask, type, id } as Request);
    const answer = this.told.find(
      (report) => (report.type === "answer" || report.type === "refusal") && report.id === id,
    );
    if (answer?.type === "refusal") throw new Error(answer.message);
    if (answer?.type !== "answer") throw new Error("There was no answer");
    return answer.value as Questions[T]["answer"];
  }

  /** The numbers of the rows that a filter lets through, once all were looked at. */
  async filtered(filter: Extract<Request, { readonly type: "filter" }>["filter"]): Promise<readonly number[]> {
    await this.take({ type: "filter", filter });
    while (!this.last("view")?.view.isComplete) await new Promise((resolve) => setTimeout(resolve, 1));
    const rows = await this.ask("rows", { from: 0, count: 1000 });
    return rows.map(({ index }) => index);
  }
}
