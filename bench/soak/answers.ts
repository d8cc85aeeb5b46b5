import { CheckedWriter } from "../../spec/connection/support/checked_messages.ts";
import { ChannelError, ITEM_TAG, joinMessage } from "../../lib/mod.ts";
import type { IncomingChannel, Scope } from "../../lib/connection/mod.ts";
import { Draws } from "./draws.ts";
import { type ChannelPlan, fromPayload } from "./plan.ts";
import type { VirtualTime } from "./virtual_time.ts";

/** Answers every channel of a scope as its request has it, until the scope is over. What must not be, `fault` is told. */
export async function answerAll(scope: Scope, time: VirtualTime, fault: (what: string) => void): Promise<void> {
  const answers: Promise<void>[] = [];
  await orOver(fault, async () => {
    for await (const channel of scope.channels) answers.push(orOver(fault, () => answer(channel, time)));
  });
  await Promise.all(answers);
}

/** The end of a scope or connection may come at any time. Nothing else may. */
export async function orOver(fault: (what: string) => void, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof ChannelError && error.code === "cut")) fault(`Not a cut: ${error}`);
  }
}

async function answer({ request, writable }: IncomingChannel, time: VirtualTime): Promise<void> {
  const { id, count, abortAfter, gap } = fromPayload<ChannelPlan>(request);
  const draws = new Draws(id);
  const messages = new CheckedWriter(id);
  const writer = writable.getWriter();
  // That it fails, the writes tell.
  writer.closed.catch(() => {});
  for (let sent = 0; sent < count; sent++) {
    if (sent === abortAfter) return writer.abort(new Error("The writer gave up"));
    await writer.write(joinMessage(ITEM_TAG, messages.next()));
    // A few at once, and then a pause.
    if (gap > 0 && draws.chance(0.1)) await time.sleep(draws.between(0, 20 * gap));
  }
  await (abortAfter === undefined ? writer.close() : writer.abort(new Error("The writer gave up")));
}
