import {
  CoalescedChunksStream,
  decodeFrame,
  encodeFrame,
  isKnownNotification,
  notificationFrames,
  RunLoopEncoderStream,
  RunLoopGuardedDecoderStream,
  readFrames,
  runLoopFrames,
} from "channel-frames";
import { equal } from "../check.ts";
import { message } from "../messages.ts";
import { pullSource } from "../pull_source.ts";
import { readAll } from "../read_all.ts";
import { type Test, test } from "../test.ts";

/** Text of integers, and what they are under `integers: "bigint"`. */
const integers: readonly (readonly [string, number | bigint])[] = [
  ["9007199254740991", 9007199254740991],
  ["9007199254740992", 9007199254740992n],
  ["9007199254740993", 9007199254740993n],
  ["-9007199254740993", -9007199254740993n],
  ["9223372036854775807", 9223372036854775807n],
  ["-9223372036854775808", -9223372036854775808n],
  ["18446744073709551615", 18446744073709551615n],
  ["18446744073709551616", 2 ** 64],
  ["-9223372036854775809", -(2 ** 63)],
  ["0", 0],
  ["9007199254740993.0", 9007199254740992],
  ["1234567890123456e2", 123456789012345600],
];

const options = { integers: "bigint" } as const;

const usage = (tokens: string): Uint8Array =>
  message(0, `{"type":"usage","completion_tokens":${tokens},"prompt_tokens":1,"total_tokens":1}`);

/** Integers beyond ±2^53. */
export const integerTests: readonly Test[] = [
  ...integers.map(([text, value]) =>
    test(`integers: "bigint" reads ${text}`, () => {
      const bytes = message(1, `[${text},{"__proto__":${text},"s":"${text}"}]`);
      const frame = decodeFrame(runLoopFrames, bytes, options);
      const list: unknown = frame.type === "error" && frame.error;
      equal(Reflect.get(Object(list), 0), value);
      const object: object = Object(Reflect.get(Object(list), 1));
      equal(Object.getOwnPropertyDescriptor(object, "__proto__")?.value, value);
      equal(Reflect.get(object, "s"), text);
      if (typeof value === "bigint") equal(encodeFrame(runLoopFrames, frame, options), bytes);
    }),
  ),
  test('integers: "number" reads the nearest double', () => {
    const frame = decodeFrame(runLoopFrames, message(1, "9007199254740993"));
    equal(frame, { type: "error", error: 9007199254740992 });
  }),
  test('integers: "bigint" keeps a token of 64 bits in a known notification', () => {
    const body = '{"method":"notifications/progress","params":{"progressToken":9007199254740993,"progress":1}}';
    const frame = decodeFrame(notificationFrames, message(0, body), options);
    equal(frame.type === "notification" && isKnownNotification(frame.notification, "notifications/progress"), true);
    equal(encodeFrame(notificationFrames, frame, options), message(0, body));
  }),
  test('integers: "bigint" goes through streams, and usage adds up', async () => {
    const source = pullSource([usage("18446744073709551615"), usage("1")]);
    const whole = new CoalescedChunksStream<number | bigint>();
    const frames = source.stream.pipeThrough(new RunLoopGuardedDecoderStream(options)).pipeThrough(whole);
    equal((await readAll(frames)).values.length, 2);
    equal(whole.usage, { completion_tokens: 18446744073709551616n, prompt_tokens: 2, total_tokens: 2 });
  }),
  test('integers: "bigint" is written by an encoder stream as it was read by readFrames', async () => {
    const messages = [usage("9007199254740993"), message(1, "[-9007199254740993]")];
    const frames = readFrames(pullSource(messages).stream, runLoopFrames, options);
    const { values } = await readAll(frames.pipeThrough(new RunLoopEncoderStream(options)));
    equal(values, messages);
  }),
];
