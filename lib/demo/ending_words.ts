import { CutError, type Ending, type NotificationFrame, type RunLoopFrame } from "../mod.ts";

const words: Readonly<Record<Ending["kind"], string>> = {
  finished: "The provider closed the channel properly: this was all of it.",
  failed: "The error was the last word. What came before it stands.",
  unserved: "Closed without one message: nobody served this. It is no empty success.",
  violated: "The provider went on after its error, which must be its last message.",
  cut: "The socket died with no closing handshake: there may have been more.",
  cancelled: "The reader left, and its socket was closed.",
};

/** What an ending lets a reader conclude. */
export function endingWords(ending: Ending<NotificationFrame> | Ending<RunLoopFrame>): string {
  const isOverlong = ending.kind === "cut" && ending.reason instanceof CutError && ending.reason.by === "scope";
  return isOverlong ? "Its scope was finished, and it was not: there may have been more." : words[ending.kind];
}

/** What a gap between two paths lets a reader conclude. */
export function gapWords(milliseconds: number): string {
  return `For ${(milliseconds / 1000).toFixed(3)} s there was no path. What was said then is not replayed.`;
}
