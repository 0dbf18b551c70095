import { expect, it } from "vitest";
import { fullName, personName } from "#events/rules/personName.ts";

it("people are named in the order in which lists sort them", () => {
  expect(fullName({ givenName: "Ada", familyName: "Lovelace" })).toBe("Lovelace, Ada");
  expect(fullName({ givenName: " Ada ", familyName: " " })).toBe("Ada");
  expect(fullName({ givenName: "", familyName: "Lovelace" })).toBe("Lovelace");
  expect(fullName({ givenName: null, familyName: null })).toBe("");
});

it("a person without names has another identifier", () => {
  const ids = { username: "alovelace", externalId: "E1" };
  const names = { givenName: "Ada", familyName: "Lovelace" };
  const nobody = { givenName: null, familyName: "" };
  expect(personName({ ...ids, ...names })).toBe("Lovelace, Ada");
  expect(personName({ ...ids, ...nobody })).toBe("alovelace");
  expect(personName({ ...ids, ...nobody, username: "" })).toBe("E1");
  expect(personName({ ...ids, ...nobody, username: null })).toBe("E1");
});
