import { getEventListeners } from "node:events";
import {
  type ClientEnvelope,
  decodeEnvelope,
  type EnvelopeDecoderOptions,
  EnvelopeDecoderStream,
  EnvelopeEncoderStream,
  EnvelopeError,
  type ServerEnvelope,
} from "channel-frames/connection";
import { describe, expect, test } from "vitest";
import { rejection } from "../support/fate.ts";
import { turn } from "../support/pause.ts";
import { pullSource } from "../support/pull_source.ts";
import { pushSource } from "../support/push_source.ts";
import { readAll } from "../support/read_all.ts";
import { channelFinish, channelResponse, request, response, responseFinish } from "./support/bytes.ts";
import { envelopeTable } from "./support/envelope_table.ts";

const X = Symbol("no");
const first = channelResponse(7, 1, [65]);
const last = channelFinish(7, 1);
const good: readonly ServerEnvelope[] = [decodeEnvelope(first, "server"), decodeEnvelope(last, "server")];

/** Everything that is no envelope of a server, by the code of the error. */
const bad: readonly (readonly [string, unknown])[] = [
  ["short", new Uint8Array()],
  ["short", new Uint8Array(8)],
  ["unknown-type", request(7)],
  ["unknown-type", new Uint8Array(9).fill(200)],
  ["not-a-message", null],
  ["not-a-message", 5],
];

function decoder(options?: EnvelopeDecoderOptions) {
  return new EnvelopeDecoderStream("server", options);
}

/** A source of anything, as the types would not let through what is tried here. */
function sourceOf(chunks: readonly unknown[], end: "close" | { readonly throws: unknown } = "close") {
  return pullSource(chunks as Uint8Array[], end);
}

describe("EnvelopeDecoderStream", () => {
  test("is a TransformStream to instanceof", () => {
    expect(decoder()).toBeInstanceOf(TransformStream);
  });

  test.each(["client", "server"] as const)("gives the envelopes of a %s", async (from) => {
    const rows = envelopeTable.filter((row) => row.from.includes(from));
    const source = sourceOf(rows.map(({ bytes }) => Uint8Array.from(bytes)));
    const envelopes = source.stream.pipeThrough(new EnvelopeDecoderStream(from));
    expect(await readAll(envelopes)).toStrictEqual({ values: rows.map(({ envelope }) => envelope), end: "done" });
  });

  test("leaves out what is no envelope", async () => {
    for (const options of [undefined, {}, { onMalformed: undefined }, { onMalformed: "skip" }] as const) {
      const source = sourceOf([...bad.map(([, thing]) => thing), first, ...bad.map(([, thing]) => thing), last]);
      expect(await readAll(source.stream.pipeThrough(decoder(options)))).toStrictEqual({ values: good, end: "done" });
    }
  });

  test.each(bad)('errors with "error" (%s, %o), after the good ones', async (code, thing) => {
    const source = sourceOf([first, last, thing, first]);
    const envelopes = source.stream.pipeThrough(decoder({ onMalformed: "error" }));
    const { values, end } = await readAll(envelopes, "slow");
    expect(values).toStrictEqual(good);
    expect(end).toStrictEqual({ rejected: expect.any(EnvelopeError) });
    expect(end).toHaveProperty("rejected.code", code);
    await turn();
    expect(source.cancels).toStrictEqual([Reflect.get(Object(end), "rejected")]);
  });

  test("tells a function of each, in order, with the very message", async () => {
    const told: [string, unknown][] = [];
    const source = sourceOf([bad[0]?.[1], first, ...bad.map(([, thing]) => thing), last]);
    const envelopes = source.stream.pipeThrough(
      decoder({ onMalformed: (error, message) => void told.push([error.code, message]) }),
    );
    expect(await readAll(envelopes)).toStrictEqual({ values: good, end: "done" });
    expect(told).toStrictEqual([bad[0], ...bad]);
    expect(told[1]?.[1]).toBe(bad[0]?.[1]);
  });

  test("errors with what the function throws, after the good ones", async () => {
    const source = sourceOf([first, new Uint8Array(3), last]);
    const onMalformed = (): never => {
      throw X;
    };
    const envelopes = source.stream.pipeThrough(decoder({ onMalformed }));
    expect(await readAll(envelopes, "late")).toStrictEqual({ values: [good[0]], end: { rejected: X } });
    await turn();
    expect(source.cancels).toStrictEqual([X]);
  });

  test("ignores text messages, which nobody is told of", async () => {
    const told: unknown[] = [];
    for (const onMalformed of ["error", () => told.push("text")] as const) {
      const source = sourceOf(["", first, "text", last, "another text"]);
      const envelopes = source.stream.pipeThrough(decoder({ onMalformed }));
      expect(await readAll(envelopes)).toStrictEqual({ values: good, end: "done" });
    }
    expect(told).toStrictEqual([]);
  });

  test("loses nothing that came before the source broke", async () => {
    const source = sourceOf([first, last], { throws: X });
    const envelopes = source.stream.pipeThrough(decoder());
    expect(await readAll(envelopes, "slow")).toStrictEqual({ values: good, end: { rejected: X } });
  });

  test("takes a side, and options that have sense", () => {
    for (const from of ["", "peer", undefined, null, 1]) {
      expect(() => new EnvelopeDecoderStream(from as "client")).toThrow(TypeError);
    }
    for (const onMalformed of ["", "close", null, 1, {}]) {
      expect(() => decoder({ onMalformed: onMalformed as "skip" })).toThrow("Invalid option: onMalformed");
    }
  });
});

describe("EnvelopeEncoderStream", () => {
  test("is a TransformStream to instanceof", () => {
    expect(new EnvelopeEncoderStream()).toBeInstanceOf(TransformStream);
  });

  test("gives the messages, each in a buffer of its own", async () => {
    const source = pullSource(envelopeTable.map(({ envelope }) => envelope));
    const { values, end } = await readAll(source.stream.pipeThrough(new EnvelopeEncoderStream()));
    expect(values.map((message) => [...message])).toStrictEqual(envelopeTable.map(({ bytes }) => bytes));
    expect(new Set(values.map(({ buffer }) => buffer)).size).toBe(envelopeTable.length);
    expect(end).toBe("done");
  });

  test("errors with what cannot be written, after what was", async () => {
    const source = pullSource<ClientEnvelope>([
      { type: "authorization", payload: Uint8Array.of(1) },
      { type: "channel-response-finish", scope: 1, channel: -1 },
      { type: "authorization", payload: Uint8Array.of(2) },
    ]);
    const { values, end } = await readAll(source.stream.pipeThrough(new EnvelopeEncoderStream<"client">()), "slow");
    expect(values).toHaveLength(1);
    expect(end).toStrictEqual({ rejected: expect.any(EnvelopeError) });
    expect(end).toHaveProperty("rejected.code", "shape");
    await turn();
    expect(source.cancels).toHaveLength(1);
  });

  test("is undone by an EnvelopeDecoderStream", async () => {
    const envelopes = envelopeTable.filter(({ from }) => from.includes("server")).map(({ envelope }) => envelope);
    const source = pullSource(envelopes as ServerEnvelope[]);
    const again = source.stream.pipeThrough(new EnvelopeEncoderStream()).pipeThrough(decoder());
    expect(await readAll(again)).toStrictEqual({ values: envelopes, end: "done" });
  });

  test("knows by its type what a side sends", () => {
    const writer = new EnvelopeEncoderStream<"server">().writable.getWriter();
    // @ts-expect-error: no server sends a request
    const request: Parameters<typeof writer.write>[0] = { type: "request", scope: 1, payload: new Uint8Array() };
    expect(request).toBeDefined();
  });
});

describe.each([
  ["EnvelopeDecoderStream", (signal: AbortSignal) => decoder({ signal }), response(1)],
  [
    "EnvelopeEncoderStream",
    (signal: AbortSignal) => new EnvelopeEncoderStream({ signal }),
    decodeEnvelope(responseFinish(1), "server"),
  ],
] as const)("%s: signal", (_, make, chunk) => {
  // A cast, as the two stages take different things.
  const open = (stream: ReadableStream<unknown>, signal: AbortSignal): ReadableStream<unknown> =>
    stream.pipeThrough(make(signal) as unknown as TransformStream<unknown, unknown>);

  test("that was aborted before: the first read rejects, and the source is cancelled", async () => {
    const source = pushSource<unknown>();
    const reader = open(source.stream, AbortSignal.abort(X)).getReader();
    expect(await rejection(reader.read())).toBe(X);
    await turn();
    expect(source.cancels).toStrictEqual([X]);
  });

  test("that fires: the next read rejects, and the source is cancelled, idle as it is", async () => {
    const abort = new AbortController();
    const source = pushSource<unknown>();
    const reader = open(source.stream, abort.signal).getReader();
    source.push(chunk);
    expect((await reader.read()).done).toBe(false);
    const read = rejection(reader.read());
    abort.abort(X);
    expect(await read).toBe(X);
    await turn();
    expect(source.cancels).toStrictEqual([X]);
  });

  test("that never fires keeps no listener", async () => {
    const { signal } = new AbortController();
    const source = pullSource<unknown>([chunk]);
    const stream = open(source.stream, signal);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    expect((await readAll(stream)).end).toBe("done");
    expect(getEventListeners(signal, "abort")).toStrictEqual([]);
  });
});
