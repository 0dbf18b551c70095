import { expect, it } from "vitest";
import { compareNamed } from "#events/rules/nameOrder.ts";

it("names stand in the order of people, with numbers by their value, and alike ones by id", () => {
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
