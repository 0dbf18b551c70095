import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { CoreDriver } from "../support/coreDriver.ts";
import { reportOf, type Report } from "../support/reports.ts";

const HP_LABS = new URL("../../data/hp-labs/", import.meta.url);

/** Per set: entitlements held by at least 30, 60 and 90 %, and pairs of entitlement and mark that flip when rounded first. */
const SETS: readonly (readonly [string, readonly number[], number])[] = [
  ["healthcare", [45, 26, 21], 35],
  ["domino", [1, 1, 0], 1],
  ["emea", [106, 9, 3], 31],
  ["apj", [0, 0, 0], 0],
  ["firewall1", [109, 69, 0], 21],
  ["firewall2", [29, 17, 1], 19],
  ["customer", [3, 0, 0], 3],
  ["americas-small", [22, 22, 0], 0],
  ["americas-large", [22, 22, 0], 2],
];

function readCsv(set: string, file: string): Record<string, string>[] {
  const plain = new URL(`${set}/${file}.csv`, HP_LABS);
  const text = existsSync(plain)
    ? readFileSync(plain)
    : gunzipSync(readFileSync(new URL(`${set}/${file}.csv.gz`, HP_LABS)));
  return parse(text, { columns: true });
}

/** The report of one role that covers the whole set. */
function mine(set: string): Report {
  const identities = readCsv(set, "identities").length;
  const holders = new Map<string, Map<string, Set<string>>>();
  for (const { identityId = "", resource = "", entitlement = "" } of readCsv(set, "access")) {
    if (entitlement === "" || identityId === "") continue;
    const ofResource = holders.get(resource) ?? new Map<string, Set<string>>();
    holders.set(resource, ofResource);
    const of = ofResource.get(entitlement) ?? new Set<string>();
    ofResource.set(entitlement, of.add(identityId));
  }
  return reportOf(
    Object.fromEntries(
      [...holders].map(([resource, entitlements]) => [
        resource,
        [...entitlements].map(([name, of]) => [name, (100 * of.size) / identities] as const),
      ]),
    ),
  );
}

describe("on real assignments", () => {
  it.each(SETS)(
    "[APB-41] keeps of %s what is at or above each mark unrounded: %j at 30, 60, 90, and %d pairs would flip",
    async (set, atMarks, flips) => {
      const driver = await CoreDriver.withReport(mine(set));
      const keptAt = (threshold: number) => driver.ask({ threshold }).kept.entitlements;
      expect([30, 60, 90].map(keptAt)).toStrictEqual(atMarks);

      driver.ask({ threshold: 0 });
      const percents = allPercents(driver);
      let flipped = 0;
      for (let mark = 30; mark <= 100; mark++) {
        const kept = keptAt(mark);
        expect(kept).toBe(percents.filter((percent) => percent >= mark).length);
        flipped += Math.abs(
          percents.filter((percent) => Math.round(percent) >= mark).length - kept,
        );
      }
      expect(flipped).toBe(flips);
    },
  );
});

function allPercents(driver: CoreDriver): number[] {
  return driver.table().flatMap((row) => (row.kind === "entitlement" ? [row.percent] : []));
}
