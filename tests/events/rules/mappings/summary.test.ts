/** What a preview counts and lists. */
import { expect, test } from "vitest";
import type { MappingProblem } from "#events/entities/mapping.ts";
import type { TargetResult } from "#events/rules/mappings/evaluate.ts";
import { hashText } from "#events/rules/mappings/hash.ts";
import {
  isChanged,
  LISTED_OBJECTS,
  previewObject,
  PreviewSummary,
  ValueSet,
} from "#events/rules/mappings/summary.ts";

function resultOf(
  target: string,
  before: readonly string[],
  after: readonly string[],
  code: MappingProblem["code"] | null = null,
): TargetResult {
  const problem = code && { code, detail: "Why" };
  return { target, mappingIds: [`mapping of ${target}`], before, after, problem };
}
const person = (number: number) => ({ id: `P${number}`, name: `Person ${number}` });

function summaryOf(...objects: readonly (readonly TargetResult[])[]): PreviewSummary {
  const summary = new PreviewSummary();
  objects.forEach((results, index) => summary.add(person(index + 1), results));
  return summary;
}
const findingsOf = (summary: PreviewSummary) =>
  summary.takeObjects().map(({ id, findings }) => [id, ...findings.toSorted()]);

test("a target is changed when its values are others, in whatever order", () => {
  const changed = (before: readonly string[], after: readonly string[]) =>
    isChanged({ before, after });
  expect(changed([], [])).toBe(false);
  expect(changed(["a"], ["a"])).toBe(false);
  expect(changed(["a", "b"], ["b", "a"])).toBe(false);
  expect(changed(["a"], ["b"])).toBe(true);
  expect(changed([], ["a"])).toBe(true);
  expect(changed(["a"], [])).toBe(true);
  expect(changed(["a", "b"], ["a"])).toBe(true);
  expect(changed(["a", "b"], ["a", "c"])).toBe(true);
});

test("[MAP-17] an object of a preview has the values before and after as lists of its own", () => {
  const result = resultOf("email", ["old"], ["new"], "noUnit");
  const object = previewObject({ id: "P1", name: "Ann" }, [result]);
  expect(object).toEqual({ id: "P1", name: "Ann", values: [result] });
  expect(object.values[0]?.before).not.toBe(result.before);
  expect(object.values[0]?.after).not.toBe(result.after);
  expect(object.values[0]?.mappingIds).not.toBe(result.mappingIds);
});

test("[MAP-18] a preview counts changed, empty, failing and repeated values of each target", () => {
  const summary = summaryOf(
    [resultOf("email", [], ["ann"]), resultOf("title", ["x"], ["x"])],
    [resultOf("email", ["ann"], ["ann"]), resultOf("title", [], [])],
    [resultOf("email", ["cy"], ["cy"], "noUnit"), resultOf("title", ["x"], [])],
    [resultOf("email", ["ann"], ["ann"]), resultOf("title", ["y"], ["y"], "wrongType")],
    [resultOf("email", ["dee"], ["dee"], "noUnit"), resultOf("title", ["z"], ["z"])],
  );
  expect(summary.targets).toEqual([
    {
      target: "email",
      mappingIds: ["mapping of email"],
      changed: 1,
      empty: 0,
      failing: 2,
      problems: { noUnit: 2 },
      // The three people with "ann".
      notUnique: 3,
      longest: 3,
      longestValue: "ann",
    },
    {
      target: "title",
      mappingIds: ["mapping of title"],
      changed: 1,
      empty: 2,
      failing: 1,
      problems: { wrongType: 1 },
      notUnique: 0,
      longest: 1,
      longestValue: "x",
    },
  ]);
  expect(summary.counts.targets).toEqual(summary.targets);
});

test("[MAP-17] a preview lists objects by what it found, each finding also by its target", () => {
  const summary = summaryOf(
    [resultOf("email", ["ann"], ["ann"]), resultOf("title", ["x"], ["x"])],
    [resultOf("email", ["b"], ["ann"]), resultOf("title", ["x"], ["y"])],
    [resultOf("email", [], [], "noUnit"), resultOf("title", ["z"], ["z"])],
  );
  expect(findingsOf(summary)).toEqual([
    ["P2", "changed", "changed:email", "changed:title", "notUnique", "notUnique:email"],
    ["P3", "empty", "empty:email", "failing", "failing:email"],
  ]);
  // Each object is taken once.
  expect(summary.takeObjects()).toEqual([]);
  summary.add(person(4), [resultOf("email", ["d"], ["e"]), resultOf("title", ["t"], ["t"])]);
  expect(summary.takeObjects()).toEqual([
    {
      ...previewObject(person(4), [
        resultOf("email", ["d"], ["e"]),
        resultOf("title", ["t"], ["t"]),
      ]),
      findings: ["changed:email", "changed"],
    },
  ]);
});

test("an object with one repeated value among several is found once", () => {
  const summary = summaryOf(
    [resultOf("groups", ["a"], ["a"])],
    [resultOf("groups", ["b", "a", "c"], ["b", "a", "c"])],
  );
  expect(findingsOf(summary)).toEqual([["P2", "notUnique", "notUnique:groups"]]);
  expect(summary.targets[0]?.notUnique).toBe(2);
});

test("the longest value of each target is kept with the first object that has it", () => {
  const objects = [
    [resultOf("email", [], ["ann"]), resultOf("title", [], ["chief"])],
    [resultOf("email", [], ["a", "berta"]), resultOf("title", [], ["clerk"])],
    [resultOf("email", [], ["clara"]), resultOf("title", [], [])],
  ];
  const { longest, targets } = summaryOf(...objects).counts;
  expect(targets.map(({ longest: size, longestValue }) => [size, longestValue])).toEqual([
    [5, "berta"],
    [5, "chief"],
  ]);
  expect(longest).toEqual([
    { ...previewObject(person(2), objects[1] ?? []), findings: ["longest", "longest:email"] },
    { ...previewObject(person(1), objects[0] ?? []), findings: ["longest", "longest:title"] },
  ]);
  // Without any value there is no longest one.
  expect(summaryOf([resultOf("email", [], [])]).counts.longest).toEqual([]);
});

test("1,000 objects of each finding of a target are listed, and all are counted", () => {
  expect(LISTED_OBJECTS).toBe(1000);
  const count = LISTED_OBJECTS + 5;
  const many = (give: (index: number) => TargetResult) =>
    Array.from({ length: count }, (_, index) => [give(index)]);
  const [changed, empty, failing, repeated] = [
    many((index) => resultOf("changed", [], [`e${index}`])),
    many(() => resultOf("empty", [], [])),
    many((index) => resultOf("failing", [`e${index}`], [`e${index}`], "noUnit")),
    many(() => resultOf("notUnique", ["same"], ["same"])),
  ];
  for (const objects of [changed, empty, failing, [...repeated, ...repeated.slice(0, 1)]]) {
    expect(summaryOf(...objects).takeObjects()).toHaveLength(LISTED_OBJECTS);
  }
  const all = summaryOf(...changed, ...empty, ...failing, ...repeated);
  expect(all.targets.map((one) => [one.changed, one.empty, one.failing, one.notUnique])).toEqual([
    [count, 0, 0, 0],
    [0, count, 0, 0],
    [0, 0, count, 0],
    [0, 0, 0, count],
  ]);
  // Other findings and other targets have lists of their own.
  const summary = summaryOf(...changed);
  summary.takeObjects();
  summary.add(person(0), [resultOf("changed", ["e"], [])]);
  summary.add(person(0), [resultOf("title", [], ["t"])]);
  expect(findingsOf(summary)).toEqual([
    ["P0", "empty", "empty:changed"],
    ["P0", "changed", "changed:title"],
  ]);
});

test("a set of many values says of each how many objects become known to share it", () => {
  const set = new ValueSet();
  const times = new Map<string, number>();
  // Each third value was added before.
  for (let number = 0; number < 9000; number++) {
    const value = `person-${number % 3 === 0 ? number >> 2 : number}@example.com`;
    const before = times.get(value) ?? 0;
    times.set(value, before + 1);
    expect(set.add(value)).toBe(before === 0 ? 0 : before === 1 ? 2 : 1);
  }
});

test("a set that grows keeps the value in its first place", () => {
  const numbers = Array.from({ length: 10_000 }, (_, number) => `value ${number}`);
  // The places of a new set are 1,024.
  const first = numbers.find((value) => hashText(value) % 1024 === 0) ?? "";
  const set = new ValueSet();
  expect(set.add(first)).toBe(0);
  for (let number = 0; number < 600; number++) set.add(`other ${number}`);
  expect(set.add(first)).toBe(2);
});
