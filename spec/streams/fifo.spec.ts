import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Fifo } from "../../lib/streams/fifo.ts";
import { collectedHeap } from "../support/collected_heap.ts";
import { pause } from "../support/pause.ts";

describe("Fifo", () => {
  test("is empty at first, and after everything has been taken", () => {
    const fifo = new Fifo<number>();
    expect([fifo.length, fifo.shift(), fifo.length]).toStrictEqual([0, undefined, 0]);
    fifo.push(1);
    expect([fifo.length, fifo.shift(), fifo.shift(), fifo.length]).toStrictEqual([1, 1, undefined, 0]);
  });

  test("is what an array is with push and shift, in any order of them", () => {
    // In runs, as its memory is moved at lengths that single steps do not get to.
    const step = fc.tuple(fc.constantFrom("push", "shift", "clear"), fc.nat({ max: 3000 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const fifo = new Fifo<number>();
        const model: number[] = [];
        let next = 0;
        for (const [what, times] of steps) {
          if (what === "clear" && times % 4 === 0) {
            fifo.clear();
            model.length = 0;
          }
          for (let time = 0; time < times; time++) {
            if (what === "push") {
              fifo.push(next);
              model.push(next++);
            } else if (what === "shift" && fifo.shift() !== model.shift()) return false;
          }
          if (fifo.length !== model.length) return false;
        }
        while (model.length > 0) if (fifo.shift() !== model.shift()) return false;
        return fifo.length === 0 && fifo.shift() === undefined;
      }),
      { seed: 20_230_817 },
    );
  });

  test("keeps what is undefined, too", () => {
    const fifo = new Fifo<undefined>();
    fifo.push(undefined);
    fifo.push(undefined);
    fifo.shift();
    expect(fifo.length).toBe(1);
  });

  test("lets go of what was taken, though others wait behind it", async () => {
    const fifo = new Fifo<object>();
    let gone = 0;
    const registry = new FinalizationRegistry(() => {
      gone++;
    });
    for (let n = 0; n < 500; n++) {
      const item = { n };
      registry.register(item, n);
      fifo.push(item);
    }
    for (let n = 0; n < 400; n++) fifo.shift();
    for (let round = 0; round < 50 && gone < 390; round++) {
      collectedHeap();
      await pause(1);
    }
    // The last ones may still be held by what ran just now.
    expect(gone).toBeGreaterThanOrEqual(390);
    expect(fifo.length).toBe(100);
  });

  test("does not grow while it is never empty", () => {
    const fifo = new Fifo<number>();
    for (let n = 0; n < 10; n++) fifo.push(n);
    const before = collectedHeap();
    for (let n = 0; n < 4_000_000; n++) {
      fifo.push(n);
      fifo.shift();
    }
    // Places that are never given back would take eight times as much.
    expect(collectedHeap() - before).toBeLessThan(4_000_000);
    expect(fifo.length).toBe(10);
  });

  test("does not slow down with its length, as shifting a long array does", () => {
    const fifo = new Fifo<number>();
    for (let n = 0; n < 300_000; n++) fifo.push(n);
    // With an array this takes minutes.
    for (let n = 0; n < 600_000; n++) {
      fifo.push(n);
      fifo.shift();
    }
    expect(fifo.length).toBe(300_000);
  });
});
