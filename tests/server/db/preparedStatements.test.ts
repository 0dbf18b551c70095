import { expect, test } from "vitest";
import { PlannedStatements } from "#server/db/preparedStatements.ts";

const marked = (size: number) => `select 1 limit ${size} /* planned once */`;

test("statements that are marked have a name each, the same every time", () => {
  const planned = new PlannedStatements();
  const names = [planned.nameOf(marked(1)), planned.nameOf(marked(2)), planned.nameOf(marked(1))];
  expect(names[0]).toBeTypeOf("string");
  expect(names[1]).not.toBe(names[0]);
  expect(names[2]).toBe(names[0]);
  expect(planned.nameOf("select 1")).toBeUndefined();
});

test("however many forms are asked for, the database keeps some", () => {
  const planned = new PlannedStatements();
  const names = Array.from({ length: 5000 }, (_, size) => planned.nameOf(marked(size)));
  expect(new Set(names.filter((name) => name !== undefined)).size).toBe(250);
  expect(planned.nameOf(marked(0))).toBe(names[0]);
});
