import { expect, it } from "vitest";
import { compareNamed } from "#events/rules/nameOrder.ts";

it("names sort as people expect, with numbers by value, and equal names by id", () => {
  const one = (name: string, id: string) => ({ name, id });
  const ordered = [
    one("permission 12", "c"),
    one("Permission 12", "b"),
    one("Permission 104", "a"),
    one("Teller", "d"),
    one("Teller", "e"),
  ];
  expect(ordered.toReversed().toSorted(compareNamed)).toEqual(ordered);
  expect(ordered.toSorted(compareNamed)).toEqual(ordered);
});
