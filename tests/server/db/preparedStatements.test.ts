import { expect, test } from "vitest";
import { PlannedStatements } from "#server/db/preparedStatements.ts";

const marked = (size: number) => `select 1 limit ${size} /* planned once */`;

test("each prepared statement has a stable name of its own", () => {
  const planned = new PlannedStatements();
  const names = [planned.nameOf(marked(1)), planned.nameOf(marked(2)), planned.nameOf(marked(1))];
  expect(names[0]).toBeTypeOf("string");
  expect(names[1]).not.toBe(names[0]);
  expect(names[2]).toBe(names[0]);
  expect(planned.nameOf("select 1")).toBeUndefined();
});

test("the database keeps a bounded number of prepared statements", () => {
  const planned = new PlannedStatements();
  const names = Array.from({ length: 5000 }, (_, size) => planned.nameOf(marked(size)));
  expect(new Set(names.filter((name) => name !== undefined)).size).toBe(250);
  expect(planned.nameOf(marked(0))).toBe(names[0]);
});
