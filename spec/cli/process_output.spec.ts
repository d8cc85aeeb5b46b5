import { EventEmitter } from "node:events";
import { describe, expect, test } from "vitest";
import { ProcessOutput } from "../../lib/cli/process_output.ts";
import { watch } from "../support/fate.ts";
import { turn } from "../support/pause.ts";

/** A stream that says when there is room. */
class FakeStream extends EventEmitter {
  readonly writes: (string | Uint8Array)[] = [];
  hasRoom = true;

  write(data: string | Uint8Array): boolean {
    this.writes.push(data);
    return this.hasRoom;
  }
}

function output(): { readonly stream: FakeStream; readonly output: ProcessOutput } {
  const stream = new FakeStream();
  return { stream, output: new ProcessOutput(stream) };
}

describe("standard output", () => {
  test("is written in one piece when there is nothing else to do", async () => {
    const { stream, output: to } = output();
    expect([to.write("a\n"), to.write("b\n")]).toEqual([undefined, undefined]);
    expect(stream.writes).toEqual([]);
    await turn();
    expect(stream.writes).toEqual(["a\nb\n"]);
  });

  test("is written before there is too much of it", () => {
    const { stream, output: to } = output();
    for (let n = 0; n < 100; n++) to.write("x".repeat(1000));
    expect(stream.writes.map(({ length }) => length)).toEqual([33_000, 33_000, 33_000]);
  });

  test("keeps the order of text and bytes", async () => {
    const { stream, output: to } = output();
    to.write("a");
    to.write(Uint8Array.of(1));
    to.write("b");
    to.flush();
    to.flush();
    await turn();
    expect(stream.writes).toEqual([Buffer.from("a\x01b")]);
  });

  test.each(["drain", "close", "error"])("makes its writer wait while there is no room, until %s", async (event) => {
    const { stream, output: to } = output();
    stream.hasRoom = false;
    to.write("x".repeat(40_000));
    const wait = to.write("more");
    const fate = watch(Promise.resolve(wait));
    await turn();
    expect(fate()).toBe("pending");
    stream.hasRoom = true;
    stream.on("error", () => {});
    stream.emit(event);
    await turn();
    expect(fate()).toBe("fulfilled");
    expect(stream.eventNames()).toEqual(["error"]);
    expect(to.write("y".repeat(40_000))).toBeUndefined();
  });
});
