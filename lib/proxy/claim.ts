import type { AnswerMessages } from "./answer_messages.ts";

/** The right to answer an ask, from before the upgrade until there are messages. One of the two has to be called. */
export interface Claim {
  /** The path is open: hands its messages to whoever asked. */
  answer(messages: AnswerMessages): void;
  /** The path was not opened after all. The ask is lost, since the server has seen it and will not try again. */
  giveUp(cause?: unknown): void;
}
