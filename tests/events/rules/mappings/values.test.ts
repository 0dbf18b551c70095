/** The values that one mapping gives for one object. */
import { describe, expect, test } from "vitest";
import {
  CodeFailure,
  compileMapping,
  MAX_VALUE_LENGTH,
  valuesOf,
  type SourceRecord,
  type ValueRecord,
} from "#events/rules/mappings/values.ts";
import { dnOf, mappingOf, sourceOf } from "./support.ts";

type Changes = Parameters<typeof mappingOf>[0];

const recordOf = (values: ValueRecord, more: Partial<SourceRecord> = {}): SourceRecord => ({
  objectClass: null,
  values,
  active: null,
  entitlements: [],
  ...more,
});

/** What a mapping gives; its code and its condition give `result`. */
function given(
  changes: Changes,
  values: ValueRecord,
  {
    token = "",
    result = true,
    current = [],
  }: {
    readonly token?: string;
    readonly result?: unknown;
    readonly current?: readonly string[];
  } = {},
): readonly string[] | { code: string; detail: string } {
  try {
    const compiled = compileMapping(mappingOf(changes), () => () => result);
    return compiled.give(recordOf(values), current, token);
  } catch (error) {
    if (error instanceof CodeFailure) return error.problem;
    throw error;
  }
}
const field = (midpointUserFieldId: string) => sourceOf({ midpointUserFieldId });
const text = (staticContent: string) => sourceOf({ type: "STATIC", staticContent });

test("an object has no values under names that it lacks", () => {
  expect(valuesOf({ mail: ["a"] }, "mail")).toEqual(["a"]);
  expect(valuesOf({ mail: ["a"] }, "phone")).toEqual([]);
  expect(valuesOf({}, "toString")).toEqual([]);
});

test("a failure says its code and its detail", () => {
  const failure = new CodeFailure("wrongType", "Object");
  expect(failure.name).toBe("CodeFailure");
  expect(failure.problem).toEqual({ code: "wrongType", detail: "Object" });
  expect(failure.message).toContain("wrongType");
  expect(new CodeFailure("noUnit").problem.detail).toBe("");
});

describe("[MAP-10] [MAP-11] sources", () => {
  test("one source gives all of its values that are not empty", () => {
    expect(given({}, { email: ["a", "", "b"] })).toEqual(["a", "b"]);
    expect(given({}, { email: [""] })).toEqual([]);
    expect(given({}, {})).toEqual([]);
  });

  test("one source gives its values after the transforms, and none that these leave empty", () => {
    const attributes = [
      sourceOf({
        midpointUserFieldId: "email",
        formats: [{ transform: "TRIM_SPACES" }, { transform: "UPPERCASE" }],
      }),
    ];
    expect(given({ attributes }, { email: [" a ", "  ", "b"] })).toEqual(["A", "B"]);
  });

  test("a text is the same for all objects, after its transforms", () => {
    const upper = sourceOf({
      type: "STATIC",
      staticContent: "a",
      formats: [{ transform: "UPPERCASE" }],
    });
    expect(given({ attributes: [upper] }, {})).toEqual(["A"]);
    expect(given({ attributes: [text("")] }, {})).toEqual([]);
  });

  test("several sources give their first values together", () => {
    const attributes = [field("givenName"), text("von"), field("familyName")];
    const join = (values: ValueRecord, separator = " ") =>
      given({ attributes, config: { separator } }, values);
    expect(join({ givenName: ["Ann", "Bo"], familyName: ["Lee"] })).toEqual(["Ann von Lee"]);
    expect(join({ givenName: ["Ann"], familyName: ["Lee"] }, "")).toEqual(["AnnvonLee"]);
    expect(join({ familyName: ["Lee"] })).toEqual(["von Lee"]);
    // Texts alone are no value of the person.
    expect(join({})).toEqual([]);
    expect(given({ attributes: [text("a"), text("b")] }, {})).toEqual(["ab"]);
    expect(given({ attributes: [] }, {})).toEqual([]);
  });

  test("a template gives a value if its sources have one", () => {
    const attributes = [field("givenName"), field("familyName")];
    const fill = (template: string, values: ValueRecord) =>
      given({ attributes, config: { kind: "Template", template } }, values);
    expect(fill("{2}, {1}!", { givenName: ["Ann"], familyName: ["Lee"] })).toEqual(["Lee, Ann!"]);
    expect(fill("{2}", { familyName: ["Lee"] })).toEqual(["Lee"]);
    expect(fill("{1}{2}", { familyName: ["Lee"] })).toEqual([]);
    expect(fill("{3}", { familyName: ["Lee"] })).toEqual([]);
    expect(fill("{token}", {})).toEqual([]);
    expect(fill("x", {})).toEqual(["x"]);
  });

  test("[MAP-4] inbound, a source is an attribute of the account, by its name without the class", () => {
    const attributes = [
      sourceOf({ resourceSchemaId: "user/mail", midpointUserFieldId: "location" }),
    ];
    const values = { mail: ["m"], location: ["l"], "user/mail": ["u"] };
    const inbound = { direction: "inbound", midpointUserFieldId: "email", attributes } as const;
    expect(given(inbound, values)).toEqual(["m"]);
    expect(given({ attributes }, values)).toEqual(["l"]);
  });
});

describe("[MAP-3] a condition", () => {
  test("that is false gives no value", () => {
    const conditional = { condition: "active" };
    expect(given(conditional, { email: ["a"] }, { result: true })).toEqual(["a"]);
    expect(given(conditional, { email: ["a"] }, { result: false })).toEqual([]);
    expect(given({ condition: " " }, { email: ["a"] }, { result: false })).toEqual(["a"]);
  });

  test("that gives no truth value fails", () => {
    expect(given({ condition: "1" }, {}, { result: 1n })).toEqual({
      code: "wrongType",
      detail: "bigint",
    });
  });

  test("is compiled as code of its own, which reads no sources", () => {
    const compiled: [string, string][] = [];
    const inputs: unknown[] = [];
    const mapping = mappingOf({ condition: "c", mappingType: "ADVANCED", customCode: "x" });
    const { give } = compileMapping(mapping, (code, { mappingType }) => {
      compiled.push([code, mappingType]);
      return (input) => {
        inputs.push([code, input.values, input.current, input.token]);
        return true;
      };
    });
    give(recordOf({ email: ["a"] }), ["now"], "2");
    expect(compiled.toSorted(([one], [other]) => one.localeCompare(other))).toEqual([
      ["c", "CUSTOM"],
      ["x", "ADVANCED"],
    ]);
    expect(inputs).toEqual([
      ["c", [], ["now"], "2"],
      ["x", ["a"], ["now"], "2"],
    ]);
  });
});

describe("[MAP-12] the result of code", () => {
  const result = (value: unknown, more: Changes = {}) =>
    given({ mappingType: "CUSTOM", customCode: "code", ...more }, {}, { result: value });

  test.each([
    ["text", ["text"]],
    ["", []],
    [true, ["true"]],
    [47n, ["47"]],
    [1.5, ["1.5"]],
    [null, []],
    [new Date(0), ["1970-01-01T00:00:00.000Z"]],
    [
      ["a", "", null, 2n],
      ["a", "2"],
    ],
    [[], []],
  ])("%s becomes %j", (value, texts) => {
    expect(result(value)).toEqual(texts);
  });

  test.each([
    [{ a: 1 }, "Object"],
    [new Map(), "Map"],
    [new Date(Number.NaN), "Date"],
    [[["a"]], "Array"],
  ])("%s is no value: %s", (value, detail) => {
    expect(result(value)).toEqual({ code: "wrongType", detail });
  });

  test("has at most 1,000 values of at most 10,000 characters", () => {
    const several = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);
    expect(result(several(1000))).toHaveLength(1000);
    expect(result(several(1001))).toEqual({ code: "severalValues", detail: "1001" });
    expect(MAX_VALUE_LENGTH).toBe(10_000);
    expect(result("x".repeat(10_000))).toEqual(["x".repeat(10_000)]);
    expect(result(["a", "x".repeat(10_001)])).toEqual({ code: "valueTooLong", detail: "10001" });
  });

  test("has each value once", () => {
    expect(result(["a", "b", "a"])).toEqual(["a", "b"]);
    expect(result(["a", "a"])).toEqual(["a"]);
  });

  test("of CUSTOM takes the place of the sources", () => {
    expect(result("x", { attributes: [text("a")] })).toEqual(["x"]);
  });
});

describe("[MAP-3] the number that makes a value unique", () => {
  const numbered = (changes: Changes, value: string, token = "2") =>
    given({ iterationToken: true, ...changes }, { email: [value] }, { token, result: "code" });

  test("goes to the end, and before the domain of an email address", () => {
    expect(numbered({}, "ann")).toEqual(["ann2"]);
    expect(numbered({}, "ann@example.com")).toEqual(["ann2@example.com"]);
    expect(numbered({}, "@home")).toEqual(["2@home"]);
    expect(numbered({}, "ann", "")).toEqual(["ann"]);
    expect(numbered({ iterationToken: false }, "ann")).toEqual(["ann"]);
  });

  test("goes where the template places it, if that is used", () => {
    const template = { kind: "Template", template: "{token}-{1}" } as const;
    expect(numbered({ config: template }, "ann")).toEqual(["2-ann"]);
    expect(numbered({ config: { ...template, template: "x{1}" } }, "ann")).toEqual(["xann2"]);
    expect(numbered({ config: { ...template, kind: "Basic" } }, "ann")).toEqual(["ann2"]);
    const custom = { mappingType: "CUSTOM", customCode: "x", config: template } as const;
    expect(numbered(custom, "ann")).toEqual(["code2"]);
  });

  test("is left to code that uses it", () => {
    const by = (customCode: string) => numbered({ mappingType: "ADVANCED", customCode }, "ann");
    expect(by("value + token")).toEqual(["code"]);
    expect(by("value + tokens")).toEqual(["code2"]);
    // Without code, its text says nothing.
    expect(numbered({ customCode: "token" }, "ann")).toEqual(["ann2"]);
  });
});

describe("distinguished names", () => {
  const units = [{ value: "Sales", path: "OU=Sales" }];
  const named = (dn: Parameters<typeof dnOf>[0], values: ValueRecord, more: Changes = {}) =>
    given({ ...more, config: { dn: dnOf({ units, ...dn }) } }, values);

  test("lie in the unit of the first value of the source", () => {
    const dn = { unitSource: "department", fallback: "OU=Other" };
    const end = "DC=example,DC=com";
    const email = ["ann"];
    expect(named(dn, { email, department: ["Sales", "x"] })).toEqual([`CN=ann,OU=Sales,${end}`]);
    expect(named(dn, { email, department: ["Legal"] })).toEqual([`CN=ann,OU=Other,${end}`]);
    expect(named(dn, { email })).toEqual([`CN=ann,OU=Other,${end}`]);
    expect(named({ fallback: "" }, { email })).toEqual([`CN=ann,${end}`]);
    expect(named(dn, { department: ["Sales"] })).toEqual([]);
  });

  test("fail without a unit", () => {
    const dn = { unitSource: "department", fallback: null };
    expect(named(dn, { email: ["ann"] })).toEqual({ code: "noUnit", detail: "" });
    expect(named(dn, {})).toEqual([]);
  });

  test("[MAP-4] inbound, the unit is by an attribute of the account", () => {
    const attributes = [sourceOf({ resourceSchemaId: "user/cn" })];
    const dn = { unitSource: "user/ou" };
    const values = { cn: ["ann"], ou: ["Sales"] };
    expect(named(dn, values, { direction: "inbound", attributes })).toEqual([
      "CN=ann,OU=Sales,DC=example,DC=com",
    ]);
  });
});

describe("[MAP-8] [MAP-9] existence and status", () => {
  const set = (target: "existence" | "administrativeStatus", ...values: readonly string[]) =>
    given({ config: { target } }, { email: values });

  test.each(["true", "yes", "Y", "1", "Active", "enabled"])("%s is true", (value) => {
    expect(set("administrativeStatus", value)).toEqual(["true"]);
    expect(set("existence", value)).toEqual(["true"]);
  });

  test.each(["false", "No", "n", "0", "inactive", "DISABLED"])("%s is false", (value) => {
    expect(set("administrativeStatus", value)).toEqual(["false"]);
    expect(set("existence", value)).toEqual(["false"]);
  });

  test("any other value says that the account exists, but not whether it is active", () => {
    expect(set("existence", "E-4711")).toEqual(["true"]);
    const long = "z".repeat(150);
    expect(set("administrativeStatus", long)).toEqual({
      code: "wrongType",
      detail: "z".repeat(100),
    });
    expect(set("administrativeStatus", "trueish")).toEqual({
      code: "wrongType",
      detail: "trueish",
    });
    expect(set("administrativeStatus", "not 0")).toEqual({ code: "wrongType", detail: "not 0" });
  });

  test("they have one value", () => {
    expect(set("existence", "yes", "no")).toEqual({ code: "severalValues", detail: "2" });
    expect(set("existence")).toEqual([]);
  });
});

describe("what a mapping reads, to notice changes", () => {
  const reads = (changes: Changes, source: SourceRecord) =>
    compileMapping(mappingOf(changes), () => () => true).reads(source);
  const isNoticed = (changes: Changes, one: SourceRecord, other: SourceRecord) =>
    reads(changes, one) !== reads(changes, other);
  const base = { email: ["a"], department: ["Sales"], title: ["x"] };
  const changed = (values: ValueRecord, more: Partial<SourceRecord> = {}) =>
    recordOf({ ...base, ...values }, more);

  test("without code: its sources and the source of the unit", () => {
    const changes = {
      attributes: [field("email"), sourceOf({ type: "STATIC", midpointUserFieldId: "title" })],
      config: { dn: dnOf({ unitSource: "department" }) },
    };
    expect(isNoticed(changes, recordOf(base), changed({ email: ["b"] }))).toBe(true);
    expect(isNoticed(changes, recordOf(base), changed({ department: ["b"] }))).toBe(true);
    expect(isNoticed(changes, recordOf(base), changed({ title: ["b"] }))).toBe(false);
    expect(isNoticed(changes, recordOf(base), changed({}, { active: false }))).toBe(false);
    expect(isNoticed({ ...changes, config: {} }, recordOf(base), changed({ department: [] }))).toBe(
      false,
    );
  });

  test("[MAP-4] inbound: attributes by their names", () => {
    const changes: Changes = {
      direction: "inbound",
      attributes: [sourceOf({ resourceSchemaId: "user/email", midpointUserFieldId: "title" })],
      config: { dn: dnOf({ unitSource: "user/department" }) },
    };
    expect(isNoticed(changes, recordOf(base), changed({ email: ["b"] }))).toBe(true);
    expect(isNoticed(changes, recordOf(base), changed({ department: ["b"] }))).toBe(true);
    expect(isNoticed(changes, recordOf(base), changed({ title: ["b"] }))).toBe(false);
  });

  test.each([
    ["code", { mappingType: "CUSTOM", customCode: "1" }],
    ["a condition", { condition: "true" }],
  ] as const)("with %s: everything, in whatever order", (_name, changes) => {
    expect(isNoticed(changes, recordOf(base), changed({ title: ["b"] }))).toBe(true);
    expect(isNoticed(changes, recordOf(base), changed({}, { active: false }))).toBe(true);
    expect(isNoticed(changes, recordOf(base), changed({}, { entitlements: ["Read"] }))).toBe(true);
    const reordered = Object.fromEntries(Object.entries(base).toReversed());
    expect(isNoticed(changes, recordOf(base), recordOf(reordered))).toBe(false);
  });
});
