import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { createBitset, hasBit, setBit } from "#workers/analytics/rows/bitset.ts";
import { matchText } from "#workers/analytics/text/filterByText.ts";
import { postPairs } from "#workers/analytics/text/pairPostings.ts";
import { runSteps } from "#workers/analytics/steps.ts";
import { postTerms } from "#workers/analytics/text/termPostings.ts";
import { NameColumnBuilder, nameOf } from "#workers/columns/nameColumn.ts";
import { anyName } from "../support/reports.ts";

const anyPiece = fc.constantFrom(
  ..."ab aB A1 11 12345 _ | ab1 Teller TELLER é e\u0301 i \u0307 ß ss 銀行 a0b1c2 x".split(" "),
  "a".repeat(40),
  " ",
);
const anyPieces = fc.array(anyPiece, { maxLength: 12 }).map((pieces) => pieces.join(""));
const anyNames = fc.array(
  fc.oneof(anyPieces, anyName).map((name) => name.replace(/\p{Surrogate}/gu, "\ufffd")),
  { minLength: 1, maxLength: 80 },
);

function columnOf(names: readonly string[]) {
  const builder = new NameColumnBuilder();
  for (const name of names) builder.addText(name);
  return builder.finish();
}

describe("the text index", () => {
  it("[APB-9] finds the same as a search through each normalised name, with and without pairs and within earlier matches", () => {
    fc.assert(
      fc.property(
        anyNames,
        fc.oneof(anyPieces, fc.tuple(fc.nat(), fc.nat({ max: 40 }), fc.nat({ max: 60 }))),
        (names, wanted) => {
          const column = columnOf(names);
          const normalized = names.map(normalizeForFilter);
          const pattern =
            typeof wanted === "string"
              ? normalizeForFilter(wanted)
              : (normalized[wanted[0] % names.length] as string).slice(
                  wanted[1],
                  wanted[1] + wanted[2],
                );
          fc.pre(pattern !== "" && !/\p{Surrogate}/u.test(pattern));
          const expected = normalized.map((name) => name.includes(pattern));
          const text = new TextEncoder().encode(pattern);
          const within = createBitset(names.length);
          const beginning = pattern.slice(0, 1);
          normalized.forEach((name, row) => setBit(within, row, name.includes(beginning)));
          const terms = runSteps(postTerms(column));
          const pairs = runSteps(postPairs(column));
          expect(pairs).not.toBeNull();
          for (const index of [
            { names: column, terms, pairs },
            { names: column, terms, pairs: null },
          ]) {
            for (const [earlier, few] of [
              [null, false],
              [within, false],
              [within, true],
            ] as const) {
              const matches = matchText(index, text, earlier, few);
              expect(names.map((_, row) => hasBit(matches, row))).toStrictEqual(expected);
            }
          }
        },
      ),
      { seed: 20260105, numRuns: 1500 },
    );
  });

  it("[RPT-2] returns each name unchanged, and drops removed ones", () => {
    fc.assert(
      fc.property(anyNames, anyNames, fc.nat(), (names, others, at) => {
        const builder = new NameColumnBuilder();
        for (const name of names) builder.addText(name);
        const kept = at % (names.length + 1);
        builder.truncate(kept);
        for (const name of others) builder.addText(name);
        const all = [...names.slice(0, kept), ...others];
        const column = builder.finish();
        expect(all.map((_, row) => nameOf(column, row))).toStrictEqual(all);
      }),
      { seed: 20260105, numRuns: 300 },
    );
  });

  it("[RPT-2] [APB-9] returns and finds names with more distinct tokens than two bytes can number", () => {
    const letters = (row: number) =>
      row.toString(26).replace(/./g, (digit) => String.fromCodePoint(97 + parseInt(digit, 26)));
    const names = Array.from({ length: 70_000 }, (_, row) => `${letters(row)} Äöü`);
    const builder = new NameColumnBuilder();
    for (const name of names) builder.addText(name);
    const column = builder.finish();
    expect(column.tokens).toBeInstanceOf(Uint32Array);
    for (const row of [0, 1, 65_535, 65_536, 69_999]) expect(nameOf(column, row)).toBe(names[row]);
    const index = { names: column, terms: runSteps(postTerms(column)), pairs: null };
    const text = normalizeForFilter("cp Ä");
    const matches = matchText(index, new TextEncoder().encode(text), null, false);
    const found = names.filter((_, row) => hasBit(matches, row));
    expect(found).toStrictEqual(names.filter((name) => normalizeForFilter(name).includes(text)));
  });

  it("[APB-9] finds each of many distinct pairs", () => {
    const names = Array.from({ length: 9_000 }, (_, row) => `a${row} b${row}`);
    const column = columnOf(names);
    const index = {
      names: column,
      terms: runSteps(postTerms(column)),
      pairs: runSteps(postPairs(column)),
    };
    const missing = names.filter((_, row) => {
      const text = new TextEncoder().encode(normalizeForFilter(`${row} b`));
      return !hasBit(matchText(index, text, null, false), row);
    });
    expect(missing).toStrictEqual([]);
  });

  it("[APB-9] keeps no pairs for names with too many distinct ones", () => {
    const names = Array.from({ length: 200 }, (_, row) =>
      Array.from({ length: 300 }, (__, at) => String.fromCodePoint(0x4e00 + row * 7 + at)).join(
        "_",
      ),
    );
    expect(runSteps(postPairs(columnOf(names)))).not.toBeNull();
    expect(runSteps(postPairs(columnOf(names), 500))).toBeNull();
  });
});
