import { expect, test } from "vitest";
import { AskBook } from "../../lib/proxy/ask_book.ts";
import { OpenAsk } from "../../lib/proxy/open_ask.ts";
import { RequestsLine } from "../../lib/proxy/requests_line.ts";
import { turn } from "../support/pause.ts";
import { MemoryPath } from "./support/memory_path.ts";
import { MemoryRequests } from "./support/memory_requests.ts";

test("Channels begin again after the last, and leave out what is in use", async () => {
  const book = new AskBook(0xffff_fffc);
  const requests = new MemoryRequests();
  book.connect(new RequestsLine(requests, 1));
  const add = (): void => {
    const ask = new OpenAsk("vault/get", new Uint8Array(), { left() {} });
    ask.answered.catch(() => {});
    book.add(ask);
  };
  for (let n = 0; n < 5; n++) add();
  await turn();
  expect(requests.asks.map(({ channel }) => channel)).toStrictEqual([0xffff_fffd, 0xffff_fffe, 0xffff_ffff, 0, 1]);

  const used = new AskBook(0xffff_fffe);
  const line = new MemoryRequests();
  used.connect(new RequestsLine(line, 1));
  const ask = new OpenAsk("command", new Uint8Array(), { left() {} });
  used.add(ask);
  const claim = used.claim("command", 0xffff_ffff, () => {});
  if (typeof claim === "string") throw new Error("It is not announced");
  const path = new MemoryPath();
  claim.answer(path);
  // It is answered, and its path still open.
  used.disconnect("gone");
  expect([used.channels, used.claim("command", 0xffff_ffff, () => {})]).toStrictEqual([1, "taken"]);
  path.close();
  await turn();
  expect(used.channels).toBe(0);
});
