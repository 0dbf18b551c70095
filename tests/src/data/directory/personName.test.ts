import { expect, it } from "vitest";
import { personName } from "#src/data/directory/personName.ts";
import { makeIdentity } from "../../support/fixtures.ts";

it("a member is named by their known fields", () => {
  const nobody = { givenName: null, familyName: null, username: null };
  expect(personName(makeIdentity(1, { givenName: "Ada", familyName: "Brown" }))).toBe("Ada Brown");
  expect(personName(makeIdentity(1, { ...nobody, familyName: "Brown" }))).toBe("Brown");
  expect(personName(makeIdentity(1, { ...nobody, username: "abrown" }))).toBe("abrown");
  expect(personName(makeIdentity(1, nobody))).toBe("E1");
});
