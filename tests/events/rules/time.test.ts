import { expect, test } from "vitest";
import { dayOf } from "#events/rules/time.ts";

test("the day of an instant is that of UTC", () => {
  expect(dayOf(new Date("2026-02-01T23:59:59.999Z"))).toBe("2026-02-01");
  expect(dayOf(new Date("2026-02-02T00:30:00+01:00"))).toBe("2026-02-01");
});
