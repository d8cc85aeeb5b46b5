import type { NotificationFrame, RunLoopFrame } from "../mod.ts";
import type { DemoEvent, Printer } from "./demo_event.ts";
import { endingWords, gapWords } from "./ending_words.ts";
import { type Look, painter } from "./paint.ts";
import { StreamedText } from "./streamed_text.ts";
import { tellChunk, tellError, tellNotification } from "./telling.ts";
import { printable, WIDTH, wrap } from "./text_layout.ts";

/** The column of times, and of what has no time. */
const LEFT = 10;

/** The widths of the column of methods, and of that of chunks. */
const METHOD = 22;
const CHUNK = 13;

const looks: Readonly<Record<string, Look>> = { finished: "green", cancelled: "yellow", unserved: "yellow" };

/** Prints for a person at a terminal. */
export function textPrinter(write: (text: string) => void, colour: boolean): Printer {
  const paint = painter(colour);
  let scene = 0;
  let width = METHOD;
  let channel: number | undefined; // of the event that is printed, in a scene that has several
  let text: { readonly type: string; readonly streamed: StreamedText } | undefined;

  const label = (what: string): string => printable(channel === undefined ? what : `${channel} ${what}`);

  const head = (left: string, what: string, look: Look | undefined): void => {
    const name = label(what).padEnd(width);
    write(`${paint("dim", left.padStart(LEFT))}  ${look ? paint(look, name) : name}  `);
  };

  const row = (left: string, what: string, words: string, look?: Look): void => {
    const at = LEFT + width + 4;
    const lines = wrap(printable(words), WIDTH - at);
    head(left, what, look);
    // A name that fills more than its column has its words below it.
    write(`${[...(label(what).length > width ? [""] : []), ...lines].join(`\n${" ".repeat(at)}`).trimEnd()}\n`);
  };

  const frame = (left: string, value: NotificationFrame | RunLoopFrame): void => {
    if (value.type === "notification") {
      const { notification } = value;
      row(left, notification.method.replace(/^notifications\//, ""), tellNotification(notification));
    } else if (value.type === "error") {
      row(left, "error frame", tellError(value.error), "red");
    } else if ("text" in value.chunk && channel === undefined) {
      const { type } = value.chunk;
      if (text?.type !== type) {
        text?.streamed.end();
        head(left, nameOf(type), undefined);
        text = { type, streamed: new StreamedText(write, LEFT + width + 4) };
      }
      text.streamed.add(value.chunk.text);
    }
  };

  const heading = (title: string, path: string): void => {
    const left = `${++scene}  ${title}`;
    write(`\n${paint("bold", left)}${paint("dim", path.padStart(WIDTH - left.length))}\n`);
    write(`${paint("dim", "─".repeat(WIDTH))}\n`);
    width = path.includes("/agent/") ? CHUNK : METHOD;
  };

  return (event) => {
    const time = seconds(event);
    channel = event.channel;
    // Text was printed as it came; put together it would be there twice. Not among other channels, where it would be
    // torn apart.
    if (event.kind === "chunk" && "text" in event.chunk && channel === undefined) return;
    if (event.kind !== "frame") {
      text?.streamed.end();
      text = undefined;
    }
    switch (event.kind) {
      case "scene":
        return heading(event.title, event.path);
      case "asked":
        return row(time, "asked for", event.what);
      case "step":
        return row(time, event.who, event.what);
      case "frame":
        return frame(time, event.frame);
      case "gap": {
        const { ending, since, until } = event.gap;
        return row("gap", ending.kind, gapWords(until - since), looks[ending.kind] ?? "red");
      }
      case "chunk":
        return row(time, nameOf(event.chunk.type), tellChunk(event.chunk));
      case "usage": {
        const { prompt_tokens, completion_tokens, total_tokens } = event.usage;
        return row("usage", "in all", `${prompt_tokens} prompt + ${completion_tokens} completion = ${total_tokens}`);
      }
      case "thrown": {
        const error = event.error instanceof Error ? event.error : new Error(String(event.error));
        return row("thrown", error.name, error.message, "red");
      }
      case "ending": {
        const { kind, frames } = event.ending;
        const words = `${frames} ${frames === 1 ? "frame" : "frames"}. ${endingWords(event.ending)}`;
        return row("ending", kind, words, looks[kind] ?? "red");
      }
      default:
        return write(`\n${wrap(summary(event.endings, time.trim()), WIDTH).join("\n")}\n`);
    }
  };
}

function seconds({ ms }: DemoEvent): string {
  return `${(ms / 1000).toFixed(3)} s`;
}

/** As in `tool call`. */
function nameOf(type: string): string {
  return type.replace(/^assistant_|_content$/g, "").replaceAll("_", " ");
}

function summary(endings: readonly string[], time: string): string {
  const kinds = [...new Set(endings)].map((kind) => `${endings.filter((ending) => ending === kind).length} ${kind}`);
  return `${endings.length} channels and paths in ${time}: ${kinds.join(", ")}.`;
}
