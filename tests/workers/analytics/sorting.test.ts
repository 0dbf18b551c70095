import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { collate } from "#workers/analytics/text/collation.ts";
import { multikeySort, NO_KEY, sortPartly } from "#workers/analytics/text/multikeySort.ts";
import { NameColumnBuilder } from "#workers/columns/nameColumn.ts";
import { compareNames } from "../support/collation.ts";
import { CoreDriver } from "../support/coreDriver.ts";
import { anyName, reportOf, uuid } from "../support/reports.ts";

const anyMessages = fc
  .array(
    fc.constantFrom(
      ..."0 7 007 12 1234 0012345 12345 000 a Ab ab aB _ | 2) ( é e \u0301 ² 銀行 CN= \u200f".split(
        " ",
      ),
      " ",
      "a".repeat(33),
      "銀".repeat(12),
    ),
    { maxLength: 6 },
  )
  .map((words) => words.join(""));

function sortNames(names: readonly string[]): string[] {
  const builder = new NameColumnBuilder();
  for (const name of names) builder.addText(name);
  const order = Uint32Array.from(names.keys());
  multikeySort(order, collate(builder.finish()));
  return [...order].map((row) => names[row] as string);
}

describe("sorting", () => {
  it("[APB-15] sorts names as a token-wise comparison does, and equal ones as received", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(anyMessages, anyName).map((name) => name.replace(/\p{Surrogate}/gu, "\ufffd")),
          { maxLength: 60 },
        ),
        (names) => {
          expect(sortNames(names)).toStrictEqual(names.toSorted(compareNames));
        },
      ),
      { seed: 20260105, numRuns: 1500 },
    );
  });

  it("[APB-15] sorts a requested part to its position in the whole, in any order of requests", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.nat({ max: 3 }), { maxLength: 4 }), { maxLength: 80 }),
        fc.array(fc.tuple(fc.nat({ max: 90 }), fc.nat({ max: 30 })), { maxLength: 8 }),
        (sequences, asked) => {
          const keyOf = (item: number, depth: number) => sequences[item]?.[depth] ?? NO_KEY;
          const whole = Uint32Array.from(sequences.keys());
          multikeySort(whole, keyOf);
          const partly = Uint32Array.from(sequences.keys());
          const sort = sortPartly(partly, keyOf);
          for (const [from, count] of asked) {
            sort(from, from + count);
            expect(partly.slice(from, from + count)).toStrictEqual(whole.slice(from, from + count));
          }
          sort(0, partly.length);
          expect(partly).toStrictEqual(whole);
        },
      ),
      { seed: 20260105, numRuns: 1000 },
    );
  });

  it("[APB-15] sorts names naturally: by words, ignoring case, numbers by value", () => {
    const filed = [
      "7 Eleven",
      "12 Monkeys",
      "1000 Users",
      "20000 Users",
      "Core",
      "core banking",
      "Core Banking 2",
      "Core_Banking_10",
      "Core|Portal",
      "Corebank",
      "Role 007",
      "Role 012",
      "Role 13",
      "role 1234",
      "Äpfel",
      "银行",
    ];
    expect(sortNames(filed.toReversed())).toStrictEqual(filed);
  });

  it("[APB-15] sorts resources by name with their entitlements, and reverses every column", async () => {
    const driver = await CoreDriver.withReport(
      reportOf({
        Portal: [
          ["b 10", 90, uuid(1)],
          ["b 9", 80, uuid(2)],
        ],
        "Core Banking": [
          ["c", 70, uuid(3)],
          ["A", 70, uuid(4)],
        ],
      }),
    );
    await driver.setPolicy([uuid(2), uuid(4)]);
    const sorted = (column: "name" | "percent" | "inPolicy") =>
      (["ASCENDING", "DESCENDING"] as const).map((direction) => {
        driver.ask({ sort: { column, direction } });
        return driver.table().map(({ name }) => name);
      });
    expect(sorted("name")).toStrictEqual([
      ["Core Banking", "A", "c", "Portal", "b 9", "b 10"],
      ["Portal", "b 10", "b 9", "Core Banking", "c", "A"],
    ]);
    expect(sorted("percent")).toStrictEqual([
      ["Portal", "b 9", "b 10", "Core Banking", "A", "c"],
      ["Portal", "b 10", "b 9", "Core Banking", "c", "A"],
    ]);
    expect(sorted("inPolicy")).toStrictEqual([
      ["Portal", "b 10", "b 9", "Core Banking", "c", "A"],
      ["Portal", "b 9", "b 10", "Core Banking", "A", "c"],
    ]);
  });
});
