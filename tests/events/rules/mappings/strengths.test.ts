/** Which values a target keeps, gets and loses, by the strength and the other settings of its mappings. */
import { describe, expect, test } from "vitest";
import type { Mapping } from "#events/entities/mapping.ts";
import { compileMappings, type TargetResult } from "#events/rules/mappings/evaluate.ts";
import type { ValueRecord } from "#events/rules/mappings/values.ts";
import { dnOf, mappingOf, sourceOf } from "./support.ts";

interface Case {
  readonly now: ValueRecord;
  /** Missing: as now; null: the mappings were never applied. */
  readonly before?: ValueRecord | null;
  readonly current: readonly string[];
}

const TARGET = "user/mail";

function resultOf(
  mappings: readonly Mapping[],
  { now, before = now, current }: Case,
  isMultiple = false,
): TargetResult {
  const evaluate = compileMappings({
    mappings,
    direction: "outbound",
    isMultiple: () => isMultiple,
    compileCode: () => () => true,
  });
  const record = (values: ValueRecord) => ({
    objectClass: null,
    values,
    active: null,
    entitlements: [],
  });
  const [result] = evaluate({
    key: "P1",
    now: record(now),
    before: before && record(before),
    target: { [TARGET]: current },
  });
  if (!result) throw new Error("No mapping applies");
  return result;
}

const after = (mappings: readonly Mapping[], of: Case, isMultiple = false) => {
  const { problem, after: values } = resultOf(mappings, of, isMultiple);
  expect(problem).toBeNull();
  return values;
};

const ANN = { email: ["ann"] };
const of = (field: string, more: Partial<Mapping> = {}) =>
  mappingOf({ ...more, attributes: [sourceOf({ midpointUserFieldId: field })] });

describe("[MAP-6] the strength of a mapping", () => {
  test("weak fills a target without a value, and replaces none", () => {
    const weak = [of("email", { strength: "weak" })];
    expect(after(weak, { now: ANN, current: [] })).toEqual(["ann"]);
    expect(after(weak, { now: ANN, before: null, current: ["hand"] })).toEqual(["hand"]);
  });

  test("normal replaces a value if its source changed since it was applied, or was never applied", () => {
    const normal = [of("email", { strength: "normal" })];
    const current = ["hand"];
    expect(after(normal, { now: ANN, current })).toEqual(["hand"]);
    expect(after(normal, { now: ANN, before: { email: ["bob"] }, current })).toEqual(["ann"]);
    expect(after(normal, { now: ANN, before: null, current })).toEqual(["ann"]);
    // Another field is none of its sources.
    expect(after(normal, { now: ANN, before: { ...ANN, title: ["x"] }, current })).toEqual([
      "hand",
    ]);
  });

  test("strong always replaces a value", () => {
    expect(after([of("email")], { now: ANN, current: ["hand"] })).toEqual(["ann"]);
  });

  test("strong wins over normal, and weak is a fallback", () => {
    const now = { email: ["strong"], username: ["normal"], givenName: ["weak"] };
    const all = [
      of("givenName", { strength: "weak" }),
      of("username", { strength: "normal" }),
      of("email"),
    ];
    const of3 = (fields: ValueRecord) => after(all, { now: fields, before: null, current: [] });
    expect(of3(now)).toEqual(["strong"]);
    expect(of3({ ...now, email: [] })).toEqual(["normal"]);
    expect(of3({ ...now, email: [], username: [] })).toEqual(["weak"]);
  });
});

describe("values that mappings do not agree on", () => {
  const now = { email: ["a"], username: ["b"] };

  test("two values of one strength are a conflict, and the target stays", () => {
    expect(resultOf([of("email"), of("username")], { now, current: ["old"] })).toMatchObject({
      before: ["old"],
      after: ["old"],
      problem: { code: "conflictingValues", detail: "a, b" },
    });
  });

  test("a target with several values gets all of them", () => {
    const mappings = [of("email"), of("username")];
    expect(after(mappings, { now, current: ["old"] }, true)).toEqual(["old", "a", "b"]);
  });

  test("several values for a target with one value are a problem", () => {
    const several = { now: { email: ["a", "b"] }, current: [] };
    expect(resultOf([of("email")], several).problem).toEqual({
      code: "severalValues",
      detail: "2",
    });
  });
});

describe("[MAP-3] a mapping with removal", () => {
  const emptied = { now: { email: [] }, before: ANN, current: ["ann"] };

  test("removes the value that it gave after its source lost it, if it is authoritative", () => {
    expect(after([of("email")], emptied)).toEqual([]);
    expect(after([of("email", { authoritative: false })], emptied)).toEqual(["ann"]);
  });

  test("keeps values that it did not give, and removes none while its source is unchanged", () => {
    expect(after([of("email")], { ...emptied, current: ["hand"] })).toEqual(["hand"]);
    expect(after([of("email")], { ...emptied, before: { email: [] } })).toEqual(["ann"]);
    expect(after([of("email")], { ...emptied, before: null })).toEqual(["ann"]);
  });

  test("removes the former one of several values when its source changes", () => {
    const changed = { now: { email: ["new"] }, before: ANN, current: ["ann", "hand"] };
    expect(after([of("email")], changed, true)).toEqual(["hand", "new"]);
  });

  test("removes all values that no mapping gives, if it is not tolerant", () => {
    const current = { now: ANN, current: ["x", "ann", "weak"] };
    const weak = mappingOf({
      strength: "weak",
      attributes: [sourceOf({ type: "STATIC", staticContent: "weak" })],
    });
    expect(after([of("email", { tolerant: false }), weak], current, true)).toEqual(["ann", "weak"]);
    expect(after([of("email"), weak], current, true)).toEqual(["x", "ann", "weak"]);
  });
});

describe("a distinguished name", () => {
  const dn = dnOf({
    unitSource: "department",
    units: [{ value: "Sales", path: "OU=Sales" }],
    fallback: null,
  });
  const mapping = mappingOf({
    attributes: [sourceOf({ midpointUserFieldId: "username" })],
    config: { dn },
  });

  test("lies in the unit of the field, without regard to case", () => {
    const now = { username: ["Ann, Lee"], department: ["SALES"] };
    expect(after([mapping], { now, current: [] })).toEqual([
      String.raw`CN=Ann\, Lee,OU=Sales,DC=example,DC=com`,
    ]);
  });

  test("fails without a unit, and keeps the present one", () => {
    const now = { username: ["ann"], department: ["Legal"] };
    const current = ["CN=ann,OU=Old,DC=example,DC=com"];
    expect(resultOf([mapping], { now, current })).toMatchObject({
      after: current,
      problem: { code: "noUnit", detail: "" },
    });
    // A person without a name has no distinguished name, and so needs no unit.
    expect(after([mapping], { now: { department: ["Legal"] }, current })).toEqual(current);
  });
});
