/** Mappings of one source that the values themselves suggest. */
import { describe, expect, test } from "vitest";
import type { MappingFormat } from "#events/entities/mapping.ts";
import { inferMappings, type ValuePair } from "#events/rules/mappings/infer.ts";

const LOWER: MappingFormat = { transform: "LOWERCASE" };
const UPPER: MappingFormat = { transform: "UPPERCASE" };
const first = (length: number): MappingFormat => ({ transform: "SUBSTRING", start: 0, length });

/** Texts of 26 characters, each with other letters at each place, in both cases. */
const LETTERS = "AbCdEfGhIjKlMnOpQrStUvWxYz";
const ROTATED = [0, 7, 12, 17, 22].map((by) => LETTERS.slice(by) + LETTERS.slice(0, by));

/** The suggestions for pairs of the values of a source and a target. */
const paired = (values: readonly (readonly [source: string, target: string])[]) =>
  inferMappings(
    values.map(([source, target]): ValuePair => ({
      sources: source === "" ? {} : { from: [source] },
      targets: target === "" ? {} : { to: [target] },
    })),
    "outbound",
  );
const formatsOf = (values: Parameters<typeof paired>[0]) =>
  paired(values)[0]?.mapping.attributes.map(({ formats }) => formats);

describe("[MAP-13] the transforms of one source", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20])("the first %i characters", (length) => {
    const cut = ROTATED.map((text) => [text, text.slice(0, length)] as const);
    expect(formatsOf(cut)).toEqual([[first(length)]]);
    if (length === 1) return;
    expect(formatsOf(cut.map(([text, part]) => [text, part.toLowerCase()]))).toEqual([
      [first(length), LOWER],
    ]);
    expect(formatsOf(cut.map(([text, part]) => [text, part.toUpperCase()]))).toEqual([
      [first(length), UPPER],
    ]);
  });

  test.each([2, 3, 4, 5, 6])("the last %i characters", (length) => {
    expect(formatsOf(ROTATED.map((text) => [text, text.slice(-length)]))).toEqual([
      [{ transform: "SUBSTRING", start: -length }],
    ]);
  });

  test.each<[string, MappingFormat[], readonly (readonly [string, string])[]]>([
    [
      "no spaces",
      [{ transform: "TRIM_SPACES" }],
      [
        [" Aa  b ", "Aa b"],
        ["c ", "c"],
        ["D", "D"],
      ],
    ],
    [
      "lower case",
      [LOWER],
      [
        ["Aa", "aa"],
        ["Bb", "bb"],
        ["c", "c"],
      ],
    ],
    [
      "upper case",
      [UPPER],
      [
        ["Aa", "AA"],
        ["Bb", "BB"],
        ["c", "C"],
      ],
    ],
    [
      "title case",
      [{ transform: "TITLE_CASE" }],
      [
        ["aa bB", "Aa Bb"],
        ["cc", "Cc"],
        ["D", "D"],
      ],
    ],
    [
      "no spaces and lower case",
      [{ transform: "TRIM_SPACES" }, LOWER],
      [
        [" Aa  b ", "aa b"],
        ["C ", "c"],
        ["D", "d"],
      ],
    ],
    [
      "no spaces and upper case",
      [{ transform: "TRIM_SPACES" }, UPPER],
      [
        [" Aa  b ", "AA B"],
        ["c ", "C"],
        ["d", "D"],
      ],
    ],
  ])("%s", (_name, formats, values) => {
    expect(formatsOf(values)).toEqual([formats]);
  });
});

describe("what is enough for a suggestion", () => {
  const equal = (count: number) =>
    Array.from({ length: count }, (_, at) => [`value ${at}`, `value ${at}`] as const);
  const other = (count: number) =>
    Array.from({ length: count }, (_, at) => [`one ${at}`, `${at} else`] as const);

  test("three objects with both values", () => {
    expect(paired(equal(2))).toEqual([]);
    expect(paired(equal(3))).toMatchObject([{ matched: 3, compared: 3 }]);
    // Objects without a value of the source, or of the target, are not compared.
    expect(paired([...equal(2), ["", "x"], ["", "y"]])).toEqual([]);
    expect(paired([...equal(2), ["x", ""], ["y", ""]])).toEqual([]);
    expect(paired([...equal(3), ["", "x"], ["y", ""]])).toMatchObject([
      { matched: 3, compared: 3 },
    ]);
  });

  test("60 percent of equal values", () => {
    expect(paired([...equal(3), ...other(2)])).toMatchObject([{ matched: 3, compared: 5 }]);
    expect(paired([...equal(5), ...other(4)])).toEqual([]);
  });

  test("values that differ: a constant equals any other constant", () => {
    const constant = Array.from({ length: 5 }, () => ["same", "same"] as const);
    expect(paired(constant)).toEqual([]);
    expect(paired([...constant, ["a", "a"]])).toMatchObject([{ matched: 6 }]);
  });

  test("targets with one value: several are not compared", () => {
    const pairs: ValuePair[] = equal(3).map(([source, target]) => ({
      sources: { from: [source] },
      targets: { to: [target] },
    }));
    const several = { sources: { from: ["a"] }, targets: { to: ["b", "c"] } };
    expect(inferMappings([several, ...pairs, several], "outbound")).toMatchObject([
      { matched: 3, compared: 3 },
    ]);
    expect(inferMappings([several, several, ...pairs.slice(1)], "outbound")).toEqual([]);
  });
});
