import { expect, it } from "vitest";
import { isOverdue } from "#src/features/cases/rules.ts";

const NOW = Date.UTC(2026, 10, 27, 15, 30);

it.each([
  ["the day before", "2026-11-26", "open", true],
  ["the day before, while somebody works on it", "2026-11-26", "inProgress", true],
  ["the day before, but settled", "2026-11-26", "resolved", false],
  ["the same day", "2026-11-27", "open", false],
  ["a later day", "2026-12-01", "open", false],
  ["no day", null, "open", false],
] as const)(
  "a case is overdue after its day until it is settled: %s",
  (_case, dueOn, state, is) => {
    expect(isOverdue({ dueOn, state }, NOW)).toBe(is);
  },
);
