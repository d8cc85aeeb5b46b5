import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { EngineClient, type News } from "./engine_client.ts";
import type { Detail, EndingReport, FamilyName, Filter, Head, Progress, View } from "./recording.ts";
import type { Source } from "./wire.ts";

export type Pane = "list" | "conversation";

/** Everything that more than one part of the page shows or changes. */
export interface PageState {
  readonly engine: EngineClient;
  /** What is open, or is being opened. */
  readonly source: Signal<Source | undefined>;
  readonly head: Signal<Head | undefined>;
  readonly progress: Signal<Progress | undefined>;
  readonly ending: Signal<EndingReport | undefined>;
  readonly failure: Signal<string | undefined>;
  readonly view: Signal<View>;
  readonly filter: Signal<Filter>;
  /** The row that is looked at, by its number in the recording. */
  readonly selected: Signal<number | undefined>;
  readonly detail: Signal<Detail | undefined>;
  /** While the recording is played: how far it is, in milliseconds since its beginning. */
  readonly playhead: Signal<number | undefined>;
  /** The part of the time axis that is shown; `undefined`: all of it. */
  readonly span: Signal<{ readonly from: number; readonly to: number } | undefined>;
  readonly pane: Signal<Pane>;
  /** Changes whenever there may be something new to show. */
  readonly version: ReadonlySignal<string>;
  open(source: Source, family?: FamilyName): void;
}

export function createState(worker: Worker): PageState {
  const source = signal<Source | undefined>(undefined);
  const head = signal<Head | undefined>(undefined);
  const progress = signal<Progress | undefined>(undefined);
  const ending = signal<EndingReport | undefined>(undefined);
  const failure = signal<string | undefined>(undefined);
  const view = signal<View>({ count: 0, isComplete: true });
  const filter = signal<Filter>({});
  const selected = signal<number | undefined>(undefined);
  const detail = signal<Detail | undefined>(undefined);
  const playhead = signal<number | undefined>(undefined);
  const span = signal<{ readonly from: number; readonly to: number } | undefined>(undefined);
  const pane = signal<Pane>("list");
  const opening = signal(0);
  const version = computed(
    () => `${opening.value} ${progress.value?.rows} ${progress.value?.lastAt} ${playhead.value} ${view.value.count}`,
  );

  const heard = (news: News): void => {
    switch (news.type) {
      case "head":
        head.value = news.head;
        if (news.head.family === "run-loop") pane.value = "conversation";
        return;
      case "progress":
        progress.value = news.progress;
        return;
      case "ending":
        ending.value = news.ending;
        return;
      case "failure":
        failure.value = news.message;
        return;
      case "view":
        view.value = news.view;
        return;
    }
  };

  const engine = new EngineClient(worker, heard);

  const open = (opened: Source, family?: FamilyName): void => {
    batch(() => {
      opening.value++;
      source.value = opened;
      head.value = undefined;
      progress.value = undefined;
      ending.value = undefined;
      failure.value = undefined;
      view.value = { count: 0, isComplete: false };
      filter.value = {};
      selected.value = undefined;
      detail.value = undefined;
      playhead.value = undefined;
      span.value = undefined;
      pane.value = "list";
    });
    engine.open(opened, family);
  };

  effect(() => engine.filter(filter.value));
  effect(() => engine.playhead(playhead.value));
  effect(() => {
    const index = selected.value;
    if (index === undefined) return;
    engine.ask("detail", { index }).then(
      (told) => {
        if (selected.value === index) detail.value = told;
      },
      () => {},
    );
  });

  return {
    engine,
    source,
    head,
    progress,
    ending,
    failure,
    view,
    filter,
    selected,
    detail,
    playhead,
    span,
    pane,
    version,
    open,
  };
}
