import { countOf, formatBytes } from "./amounts.ts";
import type { Screen } from "./context.ts";
import { type Entry, nameOf, type Seen } from "./look_at.ts";
import { type Look, type Paint, painter } from "./paint.ts";
import { printable } from "./printable.ts";
import type { ChannelHead, Report } from "./report.ts";
import { shorten } from "./shorten.ts";
import { tell } from "./tell.ts";
import { tellVerdict, type Verdict } from "./verdict.ts";

/** How much is told of a message where no terminal says how wide a line may be. */
const SUMMARY = 160;

const WIDTHS = { time: 10, number: 6, type: 12, name: 23, size: 7 } as const;

type Cells = Readonly<Record<"time" | "number" | "type" | "name" | "size" | "words", string>>;

const TITLES: Cells = { time: "seconds", number: "#", type: "type", name: "method or type", size: "size", words: "" };

const looks: Readonly<Partial<Record<Seen["type"], Look>>> = {
  chunk: "cyan",
  error: "red",
  item: "cyan",
  malformed: "red",
  notification: "cyan",
  sent: "magenta",
};

const endingLooks: Readonly<Record<Verdict["kind"], Look>> = {
  finished: "green",
  failed: "red",
  unserved: "yellow",
  violated: "red",
  cut: "red",
  cancelled: "yellow",
};

/** One line for each message, then the ending in words. */
export function listReport({ columns, colour }: Pick<Screen, "columns" | "colour">): Report {
  const paint = painter(colour);
  const row = (cells: Cells, look?: Look, painted: Paint = paint): string => {
    const left = `${cells.time.padStart(WIDTHS.time)}  ${cells.number.padStart(WIDTHS.number)}`;
    const name = shorten(cells.name, WIDTHS.name).padEnd(WIDTHS.name);
    const middle = `  ${name}  ${cells.size.padStart(WIDTHS.size)}  `;
    const used = left.length + 2 + WIDTHS.type + middle.length;
    const words = shorten(cells.words, columns === undefined ? SUMMARY : columns - used);
    return `${painted("dim", left)}  ${painted(look, cells.type.padEnd(WIDTHS.type))}${middle}${words}`.trimEnd();
  };

  return {
    head: (head) => {
      const line = (text: string): string => shorten(printable(text), columns ?? Number.POSITIVE_INFINITY);
      const metadata = JSON.stringify(head.metadata);
      const titles = row(TITLES, undefined, painter(false));
      const more = metadata === "{}" ? "" : `${paint("dim", line(metadata))}\n`;
      return `${paint("bold", line(tellHead(head)))}\n${more}${paint("dim", titles)}\n`;
    },
    entry: (entry: Entry) => {
      const { seen, message, n, ms } = entry;
      const name = printable(nameOf(seen).replace(/^notifications\//, ""));
      const words = printable(tell(entry));
      const size = formatBytes(message.byteLength);
      return `${row({ time: seconds(ms), number: String(n), type: seen.type, name, size, words }, looks[seen.type])}\n`;
    },
    dropped(count, ms) {
      const words = countOf(count, "message");
      return `${row({ time: seconds(ms), number: "", type: "not taped", name: "", size: "", words }, "yellow")}\n`;
    },
    end: (verdict, ms) => {
      const time = paint("dim", seconds(ms).padStart(WIDTHS.time));
      return `${time}  ${paint(endingLooks[verdict.kind], verdict.kind)}: ${printable(tellVerdict(verdict))}\n`;
    },
  };
}

function seconds(ms: number): string {
  return (Math.round(ms) / 1000).toFixed(3);
}

/** As in `notifications over ws://127.0.0.1:14979/tool/notifications, 2026-11-30 20:15:03.120 UTC`. */
function tellHead({ family, carrier, started }: ChannelHead): string {
  const what = `${family}${carrier ? ` over ${carrier}` : ""}`;
  return `${what}, ${started.replace("T", " ").replace("Z", " UTC")}`;
}
