import { expect, test } from "vitest";
import { readAll } from "../support/read_all.ts";
import { webSocketLine } from "./support/lines.ts";
import { connected, scopeOf } from "./support/pairs.ts";

/** Messages that fit many, few, and none of them into one read of the system, or one buffer for what is written. */
const sizes = [0, 1, 200, 4096, 16_000, 16_384, 70_000];

const messages = sizes.flatMap((size, of) => [0, 1, 2].map((at) => new Uint8Array(size).fill(10 * of + at + 1)));

test("Payloads are plain bytes that keep what was sent, whatever is written and read after them", async () => {
  const both = await connected(webSocketLine);
  const scope = await scopeOf(both);
  const { readable } = scope.client.channel(new Uint8Array());
  const writing = (async () => {
    for await (const { writable } of scope.server.channels) {
      const writer = writable.getWriter();
      for (const message of messages) {
        const sent = message.slice();
        await writer.write(sent);
        // It is the writer's again.
        sent.fill(0);
      }
      await writer.close();
      return;
    }
  })();
  const { values, end } = await readAll(readable);
  await writing;
  expect(end).toBe("done");
  expect(values).toStrictEqual(messages);
  // No Buffer, whose methods of the same names do other things.
  expect(new Set(values.map((value) => value.constructor))).toStrictEqual(new Set([Uint8Array]));
  await both.client.close();
});
