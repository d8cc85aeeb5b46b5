import { fieldsOf } from "./bytes.ts";

/** An answer that the side that is tested gives; the peer is to get all of it, or only a beginning. */
interface ExpectedAnswer {
  readonly key: string;
  readonly messages: readonly string[];
  readonly whole: boolean;
}

/** What the peer of a conversation is to get in answer, of channels and scopes. */
export class ExpectedAnswers {
  readonly #answers: ExpectedAnswer[] = [];

  /** The channel is missing for the responses of the scope. */
  add(
    { scope, channel }: { readonly scope: number; readonly channel?: number },
    messages: readonly Uint8Array[],
    { finishes, whole }: { readonly finishes: boolean; readonly whole: boolean },
  ): void {
    const [response, finish] = channel === undefined ? [2, 3] : [5, 6];
    const expected = messages.map((message) => `${response} ${message}`);
    if (finishes) expected.push(`${finish} `);
    this.#answers.push({ key: keyOf(scope, channel), messages: expected, whole });
  }

  /** What of all that the peer got is not as it should be. */
  wrong(received: readonly Uint8Array[]): string[] {
    const got = new Map<string, string[]>();
    for (const { type, scope, channel, payload } of received.map(fieldsOf)) {
      // What is no answer is of no interest here.
      if (type === 0 || type === 1 || type === 4) continue;
      const key = keyOf(scope, type < 4 ? undefined : channel);
      got.set(key, [...(got.get(key) ?? []), `${type} ${payload}`]);
    }
    const wrong: string[] = [];
    for (const { key, messages, whole } of this.#answers) {
      const found = got.get(key) ?? [];
      got.delete(key);
      const expected = whole ? messages : messages.slice(0, found.length);
      if (found.join("|") !== expected.join("|")) wrong.push(`${key}: ${found.join("|")}, not ${expected.join("|")}`);
    }
    for (const [key, found] of got) wrong.push(`${key}: ${found.join("|")}, of nobody`);
    return wrong;
  }
}

function keyOf(scope: number, channel: number | undefined): string {
  return channel === undefined ? `scope ${scope}` : `channel ${channel} of scope ${scope}`;
}
