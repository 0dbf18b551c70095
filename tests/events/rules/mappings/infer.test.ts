/** Mappings that the values themselves suggest. */
import { describe, expect, test } from "vitest";
import type { MappingFormat } from "#events/entities/mapping.ts";
import { inferMappings } from "#events/rules/mappings/infer.ts";

const PEOPLE = [
  ["Anne", "Müller", "chief engineer", "+49 30 1234"],
  ["Bert", "Osterwald", "junior sales clerk", "+49 30 7788"],
  ["Cleo", "Ng", "buyer", "+49 89 4711"],
  ["Dora", "van Dyk", "head of sales", "+49 40 9090"],
  ["Emil", "Petersen-Lund", "site manager", "+49 30 5151"],
].map(([givenName = "", familyName = "", jobTitle = "", phone = ""]) => ({
  givenName,
  familyName,
  jobTitle,
  phone,
}));
type Person = (typeof PEOPLE)[number];

/** The sources and the template of the suggestion for a target that each person's fields give. */
function suggested(give: (person: Person) => string) {
  const pairs = PEOPLE.map((person) => ({
    sources: Object.fromEntries(Object.entries(person).map(([id, value]) => [id, [value]])),
    targets: { "user/login": [give(person)] },
  }));
  const [first] = inferMappings(pairs, "outbound");
  if (!first) return null;
  expect(first).toMatchObject({ matched: PEOPLE.length, compared: PEOPLE.length });
  const { attributes, config } = first.mapping;
  return {
    sources: attributes.map(({ midpointUserFieldId: id, formats }) => [id, ...formats]),
    template: config.template,
  };
}

const LOWER: MappingFormat = { transform: "LOWERCASE" };
const UPPER: MappingFormat = { transform: "UPPERCASE" };
const first = (length: number): MappingFormat => ({ transform: "SUBSTRING", start: 0, length });

describe("[MAP-13] one source", () => {
  test("in camel case", () => {
    const titles: Record<string, string> = {
      "chief engineer": "chiefEngineer",
      "junior sales clerk": "juniorSalesClerk",
      buyer: "buyer",
      "head of sales": "headOfSales",
      "site manager": "siteManager",
    };
    expect(suggested(({ jobTitle }) => titles[jobTitle] ?? "")).toEqual({
      sources: [["jobTitle", { transform: "CAMEL_CASE" }]],
      template: "",
    });
  });

  test("cut to its first or last characters", () => {
    expect(suggested(({ familyName }) => familyName.slice(0, 5))?.sources).toEqual([
      ["familyName", first(5)],
    ]);
    expect(suggested(({ familyName }) => familyName.slice(0, 4).toUpperCase())?.sources).toEqual([
      ["familyName", first(4), UPPER],
    ]);
    expect(suggested(({ phone }) => phone.slice(-4))?.sources).toEqual([
      ["phone", { transform: "SUBSTRING", start: -4 }],
    ]);
  });

  test("unchanged, if a transform would give the same", () => {
    expect(suggested(({ jobTitle }) => jobTitle)?.sources).toEqual([["jobTitle"]]);
  });
});

describe("two sources", () => {
  test("in upper case", () => {
    expect(
      suggested(({ givenName, familyName }) => `${givenName}.${familyName}`.toUpperCase()),
    ).toEqual({
      sources: [
        ["givenName", UPPER],
        ["familyName", UPPER],
      ],
      template: "{1}.{2}",
    });
  });

  test("of which each is cut", () => {
    const mail = ({ givenName, familyName }: Person) =>
      `${givenName.slice(0, 1)}${familyName.slice(0, 3)}`.toLowerCase();
    expect(suggested((person) => `${mail(person)}@example.org`)).toEqual({
      sources: [
        ["givenName", first(1), LOWER],
        ["familyName", first(3), LOWER],
      ],
      template: "{1}{2}@example.org",
    });
  });
});

test("nothing is suggested for values that no source gives", () => {
  const codes = ["k7", "x2", "q9", "w4", "z1"];
  expect(suggested((person) => codes[PEOPLE.indexOf(person)] ?? "")).toBeNull();
});
