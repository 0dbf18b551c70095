import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import type {
  BuilderQuery,
  BuilderView,
  TableRow,
  TableTarget,
} from "#workers/analytics/contract.ts";
import { createAnalyticsCore } from "#workers/analytics/core.ts";
import { indexInSteps, type IndexNames } from "#workers/analytics/indexing/indexNames.ts";
import { runSteps } from "#workers/analytics/steps.ts";
import {
  anyAction,
  anyOp,
  anySet,
  anySort,
  anyTarget,
  anyText,
  oidsOf,
  perform,
  type Scene,
} from "../support/actions.ts";
import { setPolicy, CoreDriver, EVERY_SORT } from "../support/coreDriver.ts";
import { evaluate } from "../support/reference.ts";
import {
  anyLargerReport,
  anyPercent,
  anyReport,
  bytesOf,
  uuid,
  WIDE_OPEN,
} from "../support/reports.ts";
import { loadReport } from "../support/loadReport.ts";

const SEED = 20260105;

/**
 * Everything that a core answers for the state to which `query` brought it, with `first`: repeated queries give the
 * same.
 */
function answers(core: CoreDriver["core"], query: BuilderQuery, first: BuilderView) {
  const { opsFrom, ops, ...unchanged } = query;
  const answer = core.answer({
    query: { ...unchanged, opsFrom: opsFrom + ops.length, ops: [] },
    window: { start: 0, end: Number.MAX_SAFE_INTEGER },
    follow: null,
    charts: true,
  });
  if (!answer.ok || answer.charts === null) throw new Error("no answer");
  const { generation, ...view } = answer.view;
  expect({ ...view, generation: first.generation }).toStrictEqual(first);
  const { curve, histogram } = answer.charts;
  return {
    view,
    rows: answer.rows,
    applyList: core.applyList(generation),
    curve: { entitlements: [...curve.entitlements], resources: [...curve.resources] },
    histogram: [...histogram],
  };
}

describe("the analytics core", () => {
  it("[APB-22] [APB-23] [APB-24] [APB-31] [APB-32] [APB-41] [APB-42] [APB-43] [APB-44] equals the reference and a fresh core after any sequence of actions", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyReport,
        fc.array(anyAction, { minLength: 1, maxLength: 12 }),
        async (report, actions) => {
          const scene: Scene = { report, policy: [], inherited: [] };
          const driver = await CoreDriver.withReport(report);
          for (const action of actions) {
            const view = await perform(driver, scene, action);
            const asked = { ...driver.query, ops: driver.ops };
            const expected = evaluate(scene.report, scene.policy, asked, scene.inherited);
            expect(answers(driver.core, driver.query, view)).toStrictEqual(expected);
          }
          const fresh = createAnalyticsCore();
          await loadReport(fresh, bytesOf(scene.report));
          await setPolicy(fresh, scene.policy, scene.inherited);
          const query = { ...driver.query, opsFrom: 0, ops: driver.ops };
          const reply = fresh.query(query);
          if (!reply.ok || driver.view === null) throw new Error("no view");
          expect(answers(fresh, query, reply.view)).toStrictEqual(
            answers(driver.core, driver.query, driver.view),
          );
        },
      ),
      { seed: SEED, numRuns: 400 },
    );
  });

  it("[APB-15] [APB-17] [APB-41] [APB-43] equals them for reports of many bitset words, after long selections and undo", async () => {
    const anyLargeOp = fc.oneof(
      anyOp,
      fc.record({
        kind: fc.constant("entitlement" as const),
        row: fc.nat({ max: 300 }),
        ticked: fc.boolean(),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        anyLargerReport,
        fc.array(
          fc.record({
            text: fc.oneof(anyText, fc.constantFrom("r", "re", "ell", "ler", "34", "n=t", "rte7")),
            threshold: anyPercent,
            sort: anySort,
            ops: fc.array(anyLargeOp, { maxLength: 60 }),
            undone: fc.nat({ max: 90 }),
          }),
          { minLength: 1, maxLength: 6 },
        ),
        async (report, steps) => {
          const driver = await CoreDriver.withReport(report);
          const policy = [uuid(1), uuid(40)];
          await driver.setPolicy(policy);
          for (const { text, threshold, sort, ops, undone } of steps) {
            for (const op of ops) driver.ask({}, op);
            driver.undo(undone);
            const view = driver.ask({ text, threshold, sort });
            expect(answers(driver.core, driver.query, view)).toStrictEqual(
              evaluate(report, policy, { ...driver.query, ops: driver.ops }),
            );
          }
        },
      ),
      { seed: SEED, numRuns: 60 },
    );
  });

  it("[APB-15] gives each window of rows as that part of the table, finds the position of each row, and the next by type-ahead", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyReport,
        anyText,
        anySet,
        anySort,
        fc.nat({ max: 20 }),
        fc.nat({ max: 20 }),
        async (report, text, collapsed, sort, start, length) => {
          const driver = await CoreDriver.withReport(report);
          await driver.setPolicy(oidsOf(report).filter((_, row) => row % 3 === 1));
          const { generation, rowCount } = driver.ask({ text, collapsed, sort });
          const whole = driver.table();
          expect(whole).toHaveLength(rowCount);
          expect(
            driver.core.window(generation, { start, end: start + length })?.rows,
          ).toStrictEqual(whole.slice(start, start + length));
          for (const typed of ["", "t", "te", "TELL", "銀", start % 2 ? "a" : text]) {
            const next = [-1, ...whole.keys(), rowCount + 3].map((from) =>
              driver.core.findRow(generation, typed, from),
            );
            expect(next).toStrictEqual(
              [-1, ...whole.keys(), rowCount + 3].map((from) => ({
                position: findFrom(whole, typed, from),
              })),
            );
          }
          const found = whole.map((row) => driver.positionOf(row));
          expect(found).toStrictEqual(whole.map((_, position) => position));
        },
      ),
      { seed: SEED, numRuns: 300 },
    );
  });

  it("[APB-15] answers a combined query like its parts", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyReport,
        anyText,
        anySort,
        fc.record({ start: fc.nat({ max: 20 }), end: fc.nat({ max: 30 }) }),
        fc.option(
          fc.record({
            targets: fc.array(anyTarget, { maxLength: 3 }),
            above: fc.nat({ max: 9 }),
            pageSize: fc.nat({ max: 40 }),
          }),
        ),
        fc.boolean(),
        async (report, text, sort, window, follow, charts) => {
          const driver = await CoreDriver.withReport(report);
          const answer = driver.core.answer({
            query: { ...WIDE_OPEN, text, sort },
            window,
            follow,
            charts,
          });
          if (!answer.ok) throw new Error(answer.code);
          const expected = evaluate(report, [], { ...WIDE_OPEN, text, sort });
          const { generation, ...view } = answer.view;
          expect(view).toStrictEqual(expected.view);
          const places = follow?.targets.map((target) => placeIn(expected.rows, target));
          const found = places?.find((place) => place >= 0) ?? null;
          const firstVisible = found === null ? 0 : Math.max(0, found - (follow?.above ?? 0));
          expect(answer.followed).toStrictEqual(follow && { found, firstVisible });
          const inView = { start: firstVisible, end: firstVisible + (follow?.pageSize ?? -1) + 1 };
          const reaches = inView.start >= window.start && inView.end <= window.end;
          if (follow === null || reaches) expect(answer.firstRow).toBe(window.start);
          else {
            expect(answer.firstRow).toBeLessThanOrEqual(inView.start);
            expect(answer.rows.length).toBeGreaterThanOrEqual(
              Math.min(inView.end, expected.rows.length) - answer.firstRow,
            );
          }
          const end = answer.firstRow + answer.rows.length;
          expect(answer.rows).toStrictEqual(expected.rows.slice(answer.firstRow, end));
          expect(answer.leadingResource).toStrictEqual(leadOf(expected.rows, answer.firstRow, end));
          expect(answer.charts).toStrictEqual(
            charts
              ? {
                  curve: {
                    entitlements: Uint32Array.from(expected.curve.entitlements),
                    resources: Uint32Array.from(expected.curve.resources),
                  },
                  histogram: Uint32Array.from(expected.histogram),
                }
              : null,
          );
          expect(driver.core.window(generation, window)).toStrictEqual({
            rows: expected.rows.slice(window.start, window.end),
            firstRow: window.start,
            leadingResource: leadOf(expected.rows, window.start, window.end),
          });
          expect(driver.core.window(generation - 1, window)).toBeNull();
        },
      ),
      { seed: SEED, numRuns: 300 },
    );
  });

  it("[APB-15] finds rows in resources larger than an index block, in every order, with rows sorted beforehand or not", async () => {
    const names = Array.from({ length: 5000 }, (_, row) =>
      row % 250 === 1 ? "teller, chief" : row % 3 === 0 ? "teller" : "viewer",
    );
    const report = {
      orgOid: "org",
      reportDate: "2026-01-05",
      totalUsers: 1,
      totalShadows: 1,
      resourceInsights: ["One", "Two"].map((resourceName) => ({
        resourceName,
        entitlementInsights: names.map((entitlementName, row) => ({
          entitlementName,
          percentOfUsers: 100 - row / 100,
          roleOid: `${resourceName} ${row}`,
        })),
      })),
    };
    const before: IndexNames = (indexed, take) => {
      runSteps(indexInSteps(indexed, take));
      return () => {};
    };
    for (const indexNames of [before, () => () => {}]) {
      const driver = new CoreDriver(createAnalyticsCore(indexNames));
      await driver.load(report);
      await driver.setPolicy(Array.from({ length: 2500 }, (_, row) => `One ${row * 2}`));
      for (const sort of [null, ...EVERY_SORT]) {
        driver.ask({ text: "Teller", threshold: 0, sort });
        checkPositions(driver, 2 * (1 + 1681));
        // Percentages fall by a hundredth per row: from 70 on the first 3001 rows stay, 1009 of them tellers.
        driver.ask({ threshold: 70 });
        checkPositions(driver, 2 * (1 + 1009));
        driver.ask({ text: "" });
        checkPositions(driver, 2 * (1 + 3001));
        driver.ask({ threshold: 0 });
        checkPositions(driver, 2 * (1 + 5000));
        // One of 250, which are sorted separately.
        driver.ask({ text: "chief" });
        checkPositions(driver, 2 * (1 + 20));
      }
    }
  });
});

function placeIn(table: readonly TableRow[], target: TableTarget): number {
  return table.findIndex((row) =>
    row.kind === "resource"
      ? target.kind === "resource" && row.resource === target.resource
      : target.kind === "entitlement" && row.row === target.row,
  );
}

/** The row of the resource in which a window starts; null for a window without rows. */
function leadOf(table: readonly TableRow[], start: number, end: number): TableRow | null {
  if (start >= Math.min(end, table.length)) return null;
  return table.slice(0, start + 1).findLast(({ kind }) => kind === "resource") ?? null;
}

/** The place of the next row whose name starts with the text. */
function findFrom(table: readonly TableRow[], text: string, from: number): number | null {
  const wanted = normalizeForFilter(text);
  const places = [...table.keys()];
  const inTurn = [
    ...places.filter((position) => position > from),
    ...places.filter((position) => position <= from),
  ];
  const found = inTurn.find((position) =>
    normalizeForFilter(table[position]?.name ?? "").startsWith(wanted),
  );
  return wanted === "" ? null : (found ?? null);
}

/** The table has that many rows, and each of them is found at its position. */
function checkPositions(driver: CoreDriver, rowCount: number): void {
  const table = driver.table();
  expect(table).toHaveLength(rowCount);
  const last = rowCount - 1;
  const places = [0, 1, 342, 343, 1024, 1025, Math.floor(last / 2), last - 1, last];
  for (const position of places.filter((place) => place <= last)) {
    const row = table[position] as TableRow;
    expect(driver.positionOf(row)).toBe(position);
    const { generation } = driver.view as BuilderView;
    const window = driver.core.window(generation, { start: position, end: position + 1 });
    expect(window?.rows).toStrictEqual([row]);
    for (const text of ["v", "teller", "two"]) {
      const next = driver.core.findRow(generation, text, position);
      expect(next).toStrictEqual({ position: findFrom(table, text, position) });
    }
  }
}
