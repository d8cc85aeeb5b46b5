import type { Ending } from "../mod.ts";

/** What each ending lets a reader conclude. */
export const endingWords: Readonly<Record<Ending["kind"], string>> = {
  finished: "The provider closed the channel properly: this was all of it.",
  failed: "The error was the last word. What came before it stands.",
  unserved: "Closed without one message: nobody served this. It is no empty success.",
  violated: "The provider went on after its error, which must be its last message.",
  cut: "The socket died with no closing handshake: there may have been more.",
  cancelled: "The reader left, and its socket was closed.",
};
