import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import type { BuilderQuery, SelectionOp } from "#workers/analytics/contract.ts";
import { oidsOf } from "../support/actions.ts";
import { CoreDriver } from "../support/coreDriver.ts";
import { evaluate } from "../support/reference.ts";
import { only, reportOf, type Report } from "../support/reports.ts";

const DATA = new URL("../../data/", import.meta.url);

/**
 * Per set: entitlements held by at least 30, 60 and 90 %, and pairs of entitlement and mark that flip when rounded
 * first.
 */
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
  const plain = new URL(`${set}/${file}.csv`, DATA);
  const text = existsSync(plain)
    ? readFileSync(plain)
    : gunzipSync(readFileSync(new URL(`${set}/${file}.csv.gz`, DATA)));
  return parse(text, { columns: true });
}

/** The report of one role that covers the whole set. */
function mine(set: string): Report {
  const identities = readCsv(set, "identities").length;
  const holders = new Map<string, Map<string, Set<string>>>();
  const linked = new Set<string>();
  for (const { identityId = "", resource = "", entitlement = "" } of readCsv(set, "access")) {
    if (identityId !== "") linked.add(identityId);
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
        [...entitlements]
          .map(([name, of]) => [name, (100 * of.size) / identities] as const)
          .toSorted(([, one], [, other]) => other - one),
      ]),
    ),
    { totalUsers: identities, totalShadows: linked.size },
  );
}

/** A sequence of an administrator's actions; each step continues from the previous one. */
const STEPS: readonly {
  readonly change: Partial<Omit<BuilderQuery, "ops" | "opsFrom">>;
  readonly ops?: readonly SelectionOp[];
}[] = [
  { change: {} },
  { change: { threshold: 30, hints: true } },
  { change: { text: "1" }, ops: [{ kind: "resource", resource: 0, ticked: false, text: "1" }] },
  {
    change: { threshold: 5, text: "A_", sort: { column: "percent", direction: "ASCENDING" } },
    ops: [{ kind: "entitlement", row: 3, ticked: false }],
  },
  {
    change: { text: "", resources: only(0, 2, 5), hints: false },
    ops: [{ kind: "matching", ticked: true, text: "", resources: only(2), threshold: 1 }],
  },
  {
    change: { threshold: 1, collapsed: only(2), sort: { column: "name", direction: "ASCENDING" } },
  },
  { change: { threshold: 60, sort: { column: "inPolicy", direction: "ASCENDING" }, hints: true } },
];

describe("on real assignments", () => {
  it.each(SETS)(
    "[APB-41] keeps of %s what is at or above each mark unrounded: %j at 30, 60, 90, and %d pairs would flip",
    async (set, atMarks, flips) => {
      const driver = await CoreDriver.withReport(mine(`hp-labs/${set}`));
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

  it.each([...SETS.map(([set]) => `hp-labs/${set}`), "kubernetes-teams"])(
    "[APB-15] [APB-41] [APB-44] [APB-45] [APB-48] shows for %s the rows, counts, hints and banners of the reference",
    async (set) => {
      const report = mine(set);
      const policy = oidsOf(report).filter((_, row) => row % 97 === 0);
      const driver = await CoreDriver.withReport(report);
      await driver.setPolicy(policy);
      for (const { change, ops = [] } of STEPS) {
        const { generation, ...view } = driver.ask(change, ...ops);
        const expected = evaluate(report, policy, { ...driver.query, ops: driver.ops });
        expect({
          view,
          rows: driver.table(),
          applyList: driver.core.applyList(generation),
        }).toStrictEqual({
          view: expected.view,
          rows: expected.rows,
          applyList: expected.applyList,
        });
        const { charts } = driver.answer({ charts: true });
        expect([...(charts?.histogram ?? [])]).toStrictEqual(expected.histogram);
        expect([...(charts?.curve.entitlements ?? [])]).toStrictEqual(expected.curve.entitlements);
        expect([...(charts?.curve.resources ?? [])]).toStrictEqual(expected.curve.resources);
      }
    },
  );
});

function allPercents(driver: CoreDriver): number[] {
  return driver.table().flatMap((row) => (row.kind === "entitlement" ? [row.percent] : []));
}
