import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acceptsNotification, notificationSchema } from "../../lib/notifications/notification_schema.ts";
import { spoilt } from "../frame/spoil.ts";
import { customNotification, knownNotification } from "./notification_arbitrary.ts";

const value = spoilt(
  spoilt(fc.oneof(knownNotification, customNotification).map((one) => JSON.parse(JSON.stringify(one)))),
);

describe("acceptsNotification", () => {
  it("accepts nothing that the schema refuses", () => {
    let accepted = 0;
    fc.assert(
      fc.property(value, (one) => {
        if (!acceptsNotification(one)) return;
        accepted++;
        expect(notificationSchema["~standard"].validate(one)).not.toHaveProperty("issues.length");
      }),
      { numRuns: 1500 },
    );
    expect(accepted).toBeGreaterThan(200);
  });

  it.each([{ method: "x" }, { method: "x", params: null }, { method: "", params: { _meta: null, a: 1 } }])(
    "accepts %j without the schema",
    (one) => {
      expect(acceptsNotification(one)).toBe(true);
    },
  );

  it.each([[null], [undefined], ["x"], [[]], [{}], [{ method: 5 }], [{ method: "x", params: [] }]])(
    "does not accept %j",
    (one) => {
      expect(acceptsNotification(one)).toBe(false);
    },
  );
});
