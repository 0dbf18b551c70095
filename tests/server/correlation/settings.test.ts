/** Limits of correlation. */
import { expect, test } from "vitest";
import { isSameLimits, requireLimits } from "#server/correlation/settings.ts";

test("limits are the same if both of their values are equal", () => {
  const limits = { linkFrom: 90, reviewFrom: 60 };
  expect(isSameLimits(limits, { ...limits })).toBe(true);
  expect(isSameLimits(limits, { ...limits, linkFrom: 91 })).toBe(false);
  expect(isSameLimits(limits, { ...limits, reviewFrom: 61 })).toBe(false);
  expect(isSameLimits(limits, { linkFrom: 91, reviewFrom: 61 })).toBe(false);
});

test("a person cannot decide about accounts from which others are linked", () => {
  expect(() => requireLimits({ linkFrom: 90, reviewFrom: 90 })).not.toThrow();
  expect(() => requireLimits({ linkFrom: 90, reviewFrom: 91 })).toThrow(
    expect.objectContaining({ code: "EINVALID" }),
  );
});
