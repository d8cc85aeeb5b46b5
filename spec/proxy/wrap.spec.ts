import fc from "fast-check";
import { expect, test } from "vitest";
import { wrap } from "../../lib/proxy/wrap.ts";

class Thing {
  calls: string[] = [];
  method(text: string): string {
    this.calls.push(`method ${text}`);
    return text.toUpperCase();
  }
}

test("what is called around sees the arguments, and decides on what comes back", () => {
  const thing = new Thing();
  const undo = wrap(thing, "method", ([text], run) => `${text} → ${run()}`);
  expect(thing.method("a")).toBe("a → A");
  undo();
  expect(thing.method("b")).toBe("B");
  expect(thing.calls).toEqual(["method a", "method b"]);
  expect(Object.hasOwn(thing, "method")).toBe(false);
});

test("a listener that is absent", () => {
  const thing: { own?: (text: string) => string } = {};
  const seen: unknown[] = [];
  const undo = wrap(thing, "own", ([text], run) => seen.push(text, run()));
  thing.own?.("a");
  undo();
  undo();
  expect(seen).toEqual(["a", undefined]);
  expect(Object.hasOwn(thing, "own")).toBe(false);
});

test("one that ends in the middle of a call, and one that comes", () => {
  const thing = new Thing();
  const called: string[] = [];
  const undo = wrap(thing, "method", (_, run) => {
    called.push("first");
    undo();
    const undoLater = wrap(thing, "method", (_, run) => {
      called.push("later");
      return run();
    });
    const result = run();
    undoLater();
    return result;
  });
  expect(thing.method("a")).toBe("A");
  expect(called).toEqual(["first"]);
  expect(Object.hasOwn(thing, "method")).toBe(false);
});

/** What may happen to a method, of which a model knows what is called around it, and in which order. */
type Move = { readonly kind: "wrap" | "call" | "replace" } | { readonly kind: "undo"; readonly which: number };

const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.oneof(
    fc.constantFrom<Move>({ kind: "wrap" }, { kind: "call" }, { kind: "replace" }),
    fc.record({ kind: fc.constant("undo" as const), which: fc.nat() }),
  ),
  { maxLength: 40 },
);

test("in whatever order they come and go, those that are there are called once each, and nothing is left", () => {
  fc.assert(
    fc.property(moves, fc.boolean(), (moves, isReplaced) => {
      const thing = new Thing();
      let called: number[] = [];
      let foreign = 0;
      const active = new Map<number, () => void>();
      moves.forEach((move, n) => {
        if (move.kind === "wrap") {
          const undo = wrap(thing, "method", (_, run) => {
            called.push(n);
            return run();
          });
          active.set(n, undo);
        } else if (move.kind === "undo") {
          const [key] = [...active.keys()].slice(move.which % Math.max(active.size, 1));
          active.get(key ?? -1)?.();
          active.delete(key ?? -1);
        } else if (move.kind === "replace" && isReplaced) {
          // As somebody else would.
          const theirs = thing.method;
          foreign++;
          thing.method = (text) => theirs.call(thing, text);
        } else {
          called = [];
          expect(thing.method("x")).toBe("X");
          expect([...called].sort((a, b) => a - b)).toEqual([...active.keys()]);
          if (foreign === 0) expect(called).toEqual([...active.keys()]);
        }
      });
      for (const undo of active.values()) undo();
      called = [];
      expect(thing.method("y")).toBe("Y");
      expect(called).toEqual([]);
      if (foreign === 0) expect(Object.hasOwn(thing, "method")).toBe(false);
    }),
  );
});
