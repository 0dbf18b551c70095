/** Mappings that the values themselves suggest. */
import { describe, expect, test } from "vitest";
import type { MappingFormat } from "#events/entities/mapping.ts";
import { inferMappings, type ValuePair } from "#events/rules/mappings/infer.ts";

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

describe("the best mapping", () => {
  const pairsOf = (sources: readonly (readonly [string, string])[], targets: readonly string[]) =>
    sources.map(([a, b], at) => ({
      sources: { a: [a], b: [b] },
      targets: { to: [targets[at] ?? ""] },
    }));
  const mapped = (pairs: readonly ValuePair[]) =>
    inferMappings(pairs, "outbound").map(({ mapping: { attributes, config }, ...shares }) => ({
      ...shares,
      from: attributes.map(({ midpointUserFieldId: id, formats }) => [id, ...formats]),
      template: config.template,
    }));

  test("has the most equal values, and of equally many the fewest transforms", () => {
    // Of five people, a gives four and b gives three.
    const targets = ["k1", "k2", "k3", "k4", "k5"];
    const pairs = pairsOf(
      [
        ["k1", "k1"],
        ["k2", "x2"],
        ["k3", "k3"],
        ["k4", "k4"],
        ["x5", "x5"],
      ],
      targets,
    );
    expect(mapped(pairs)).toEqual([{ matched: 4, compared: 5, from: [["a"]], template: "" }]);
  });

  test("combines two sources only if one alone does not give all", () => {
    const names = [
      ["Ann", "Lee"],
      ["Bo", "Sand"],
      ["Cy", "Twombly"],
      ["Di", "Low"],
    ] as const;
    const joined = (separator: string) =>
      mapped(
        pairsOf(
          names,
          names.map(([one, other]) => one + separator + other),
        ),
      );
    for (const separator of ["", ".", " ", "_", "-", ", "]) {
      expect(joined(separator)).toEqual([
        { matched: 4, compared: 4, from: [["a"], ["b"]], template: `{1}${separator}{2}` },
      ]);
    }
    expect(joined("+")).toEqual([]);
    const turned = mapped(
      pairsOf(
        names,
        names.map(([one, other]) => `${other}, ${one}`),
      ),
    );
    expect(turned).toMatchObject([{ from: [["b"], ["a"]], template: "{1}, {2}" }]);
  });

  test.each([1, 2, 3, 4])("combines the first %i characters with another source", (length) => {
    const names = [
      ["Annette", "Lee"],
      ["Bertold", "Sand"],
      ["Cynthia", "Roe"],
      ["Dietlind", "Low"],
    ] as const;
    const cut = (change: (text: string) => string) =>
      mapped(
        pairsOf(
          names,
          names.map(([one, other]) => `${other}_${change(one.slice(0, length))}`),
        ),
      );
    expect(cut((text) => text)).toMatchObject([{ from: [["b"], ["a", first(length)]] }]);
    const upper = { from: [["b"], ["a", first(length), UPPER]] };
    const lower = { from: [["b"], ["a", first(length), LOWER]] };
    expect(cut((text) => text.toLowerCase())).toMatchObject([lower]);
    if (length > 1) expect(cut((text) => text.toUpperCase())).toMatchObject([upper]);
  });

  test("ends with the domain of most mail addresses", () => {
    const names = [
      ["ann", "L"],
      ["bo", "S"],
      ["cy", "T"],
      ["di", "K"],
    ] as const;
    const to = (...domains: readonly string[]) =>
      mapped(
        pairsOf(
          names,
          names.map(([name], at) => `${name}${domains[at] ?? ""}`),
        ),
      );
    const [one, other] = ["@one.example", "@other.example"];
    expect(to(one, one, one, one)).toEqual([
      { matched: 4, compared: 4, from: [["a"]], template: `{1}${one}` },
    ]);
    expect(to(one, one, other, one)).toEqual([
      { matched: 3, compared: 4, from: [["a"]], template: `{1}${one}` },
    ]);
    expect(to(other, one, one, one)).toMatchObject([{ template: `{1}${one}` }]);
    expect(to(one, one, other, other)).toEqual([]);
    // Half of the addresses are not most of them, even if only people with that domain have a name.
    const half = [...names.slice(0, 3), ...["x", "y", "z"].map((name) => ["", name] as const)];
    const ofHalf = (domains: readonly string[]) =>
      mapped(
        pairsOf(
          half,
          domains.map((domain, at) => `${half[at]?.[0] || at}${domain}`),
        ),
      );
    expect(ofHalf([one, one, one, other, other, other])).toEqual([]);
    expect(ofHalf([one, one, one, one, other, other])).toMatchObject([{ matched: 3, compared: 3 }]);
    // A brace would be a place of the template.
    expect(to("@{1}", "@{1}", "@{1}", "@{1}")).toEqual([]);
    const braces = ["a", "b", "c"].map((name) => [`${name}{`, "x"] as const);
    expect(mapped(pairsOf(braces, ["a{1}", "b{1}", "c{1}"]))).toEqual([]);
  });

  test("does not take characters of another source by chance", () => {
    const names = [
      ["ann", "L"],
      ["bo", "S"],
      ["cy", "T"],
      ["di", "K"],
    ] as const;
    expect(
      mapped(
        pairsOf(
          names,
          names.map((_, at) => `${at}-x${at * 7}`),
        ),
      ),
    ).toEqual([]);
  });
});

test("[MAP-4] suggestions are drafts of the direction, the surest target first", () => {
  const pairs = ["ann", "bo", "cy", "di"].map((name, at) => ({
    sources: { "user/b": [name], "user/a": [`${name}@x.example`] },
    targets: { z: [name], y: [at === 0 ? "none" : name], x: [name], mail: [`${name}@x.example`] },
  }));
  const inbound = inferMappings(pairs, "inbound");
  expect(inbound.map(({ mapping, ...shares }) => [mapping.midpointUserFieldId, shares])).toEqual([
    ["mail", { compared: 4, matched: 4 }],
    ["x", { compared: 4, matched: 4 }],
    ["z", { compared: 4, matched: 4 }],
    ["y", { compared: 4, matched: 3 }],
  ]);
  expect(inbound[0]?.mapping).toEqual({
    direction: "inbound",
    strength: "strong",
    customCode: "",
    resourceSchemaId: null,
    midpointUserFieldId: "mail",
    authoritative: true,
    tolerant: true,
    mappingType: "STANDARD",
    condition: "",
    config: { target: "attribute", kind: "Basic", separator: "", template: "", dn: null },
    locked: false,
    iterationToken: false,
    attributes: [
      {
        type: "FIELD",
        midpointUserFieldId: null,
        resourceSchemaId: "user/a",
        staticContent: "",
        position: 0,
        formats: [],
      },
    ],
  });
  const [outbound] = inferMappings(
    pairs.map(({ sources, targets }) => ({
      sources: { b: sources["user/b"] },
      targets: { "user/mail": targets.mail },
    })),
    "outbound",
  );
  expect(outbound?.mapping).toMatchObject({
    direction: "outbound",
    resourceSchemaId: "user/mail",
    midpointUserFieldId: null,
    config: { target: "attribute", kind: "Template", template: "{1}@x.example" },
    attributes: [{ type: "FIELD", midpointUserFieldId: "b", resourceSchemaId: null, position: 0 }],
  });
});

describe("objects without some values", () => {
  const numbers = Array.from({ length: 39 }, (_, at) => at);

  test("a source that only later objects have gives the target", () => {
    const pairs = numbers.map((at): ValuePair => ({
      sources: at < 20 ? {} : { from: [`v${at}`] },
      targets: { to: [`v${at}`] },
    }));
    expect(inferMappings(pairs, "outbound")).toMatchObject([{ matched: 19, compared: 19 }]);
  });

  test("a source that gives 64 percent of the targets is found if the first ones seldom match", () => {
    const pairs = numbers.map((at) => ({
      sources: { from: [`v${at}`] },
      targets: { to: [at < 14 ? `other ${at * 3}` : `v${at}`] },
    }));
    expect(inferMappings(pairs, "outbound")).toMatchObject([{ matched: 25, compared: 39 }]);
  });

  test("a combination for all of them is better than a source for some", () => {
    const pairs = numbers.slice(0, 10).map((at) => ({
      sources: {
        given: [`g${at}`],
        family: [`f${at}`],
        login: at < 4 ? [`g${at}.f${at}`] : [],
      },
      targets: { to: [`g${at}.f${at}`] },
    }));
    expect(inferMappings(pairs, "outbound")).toMatchObject([
      { matched: 10, compared: 10, mapping: { config: { template: "{1}.{2}" } } },
    ]);
  });

  test("a source that fewer than half of them have is not combined", () => {
    const withFamily = (count: number) =>
      inferMappings(
        numbers.slice(0, 10).map((at) => ({
          sources: { given: [`g${at}`], family: at < count ? [`f${at}`] : [] },
          targets: { to: [`g${at}.f${at}`] },
        })),
        "outbound",
      );
    expect(withFamily(4)).toEqual([]);
    expect(withFamily(5)).toMatchObject([{ matched: 5, compared: 5 }]);
  });
});

test("values of many objects are compared as those of few", () => {
  const many = Array.from({ length: 500 }, (_, at) => ({
    sources: { given: [`Given${at * 37}`], family: [`Family${at * 91}`], other: [`${at % 7}`] },
    targets: { login: [at % 7 === 3 ? `x${at}` : `given${at * 37}.family${at * 91}`] },
  }));
  expect(inferMappings(many, "outbound")).toMatchObject([
    {
      matched: 429,
      compared: 500,
      mapping: {
        config: { template: "{1}.{2}" },
        attributes: [
          { midpointUserFieldId: "given", formats: [LOWER] },
          { midpointUserFieldId: "family", formats: [LOWER], position: 1 },
        ],
      },
    },
  ]);
});
