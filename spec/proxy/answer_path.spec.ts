import { ASK_KINDS, AskError, type AskKind, answerPath, parseAnswerPath } from "channel-frames/proxy";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const kinds = Object.keys(ASK_KINDS).filter((name): name is AskKind => name in ASK_KINDS);

describe("The path of an answer", () => {
  test("is its kind and its channel, and tells both", () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.nat(0xffff_ffff), (kind, channel) => {
        const path = answerPath(kind, channel);
        expect(path).toBe(`/${kind}/${channel}`);
        expect(parseAnswerPath(path)).toStrictEqual({ kind, channel });
        expect(parseAnswerPath(`${path}?key=/vault/get/3`)).toStrictEqual({ kind, channel });
      }),
    );
  });

  test.each([
    "",
    "/",
    "/requests",
    "/vault/get",
    "/vault/get/",
    "vault/get/1",
    "//vault/get/1",
    "/vault/get/1/",
    "/vault/get//1",
    "/x/vault/get/1",
    "/vault/get/1/2",
    "/vault/get/01",
    "/vault/get/00",
    "/vault/get/-1",
    "/vault/get/+1",
    "/vault/get/1.0",
    "/vault/get/1e3",
    "/vault/get/0x1",
    "/vault/get/ 1",
    "/vault/get/1 ",
    "/vault/get/1\n",
    "/vault/get/\u0661",
    "/vault/get/%31",
    "/vault%2Fget/1",
    "/vault/get/1#2",
    "/vault/get/4294967296",
    "/vault/get/99999999999",
    "/Vault/get/1",
    "/vault/steal/1",
    "/toString/1",
    "/agent/run",
    "/tool/notifications",
    "/vault/get?/1",
  ])("is not %j", (path) => {
    expect(parseAnswerPath(path)).toBeUndefined();
  });

  test("is not written for what is none", () => {
    // Casts, as the types do not let through what is tried here.
    expect(() => answerPath("vault/steal" as AskKind, 1)).toThrow(AskError);
    expect(() => answerPath("vault/get", 2 ** 32)).toThrow(AskError);
    expect(() => answerPath("vault/get", "1" as unknown as number)).toThrow(AskError);
  });
});
