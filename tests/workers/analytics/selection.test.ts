import { describe, expect, it } from "vitest";
import { CoreDriver, EVERY_SORT } from "../support/coreDriver.ts";
import { ALL, bytesOf, NONE, only, reportOf, uuid, WIDE_OPEN } from "../support/reports.ts";
import type { SelectionOp } from "#workers/analytics/contract.ts";
import { createAnalyticsCore } from "#workers/analytics/core.ts";
import { concernedResource } from "#workers/analytics/rows/selection.ts";
import type { ReportColumns } from "#workers/columns/reportColumns.ts";
import { loadReport } from "../support/loadReport.ts";

const REPORT = reportOf({
  Banking: [
    ["Teller A", 100, "a"],
    ["Teller B", 80, "b"],
    ["Viewer", 40, "c"],
  ],
  Portal: [
    ["Teller P", 90, "d"],
    ["Payslips", 60, "e"],
  ],
});

async function opened(threshold = 30): Promise<CoreDriver> {
  const driver = await CoreDriver.withReport(REPORT);
  driver.ask({ threshold });
  return driver;
}

function states(driver: CoreDriver) {
  return driver
    .table()
    .flatMap((row) => (row.kind === "resource" ? [[row.state, row.selected, row.shown]] : []));
}

describe("the selection", () => {
  it("[APB-31] has everything selected when a report loads, and again for the next report", async () => {
    const driver = await opened();
    expect(driver.view).toMatchObject({ shownTicked: 5, shownState: "checked" });
    driver.ask({}, { kind: "matching", ticked: false, text: "", resources: ALL, threshold: 0 });
    expect(driver.view).toMatchObject({ shownTicked: 0, shownState: "unchecked" });
    await driver.load(REPORT);
    expect(driver.ask()).toMatchObject({ shownTicked: 5, shownState: "checked" });
  });

  it("[APB-22] [APB-23] [APB-24] gives a resource the state of its entitlements", async () => {
    const driver = await opened();
    expect(states(driver)).toStrictEqual([
      ["checked", 3, 3],
      ["checked", 2, 2],
    ]);
    driver.ask({}, { kind: "entitlement", row: 1, ticked: false });
    expect(driver.view?.shownState).toBe("partial");
    driver.ask({}, { kind: "resource", resource: 1, ticked: false, text: "" });
    expect(states(driver)).toStrictEqual([
      ["partial", 2, 3],
      ["unchecked", 0, 2],
    ]);
  });

  it("[APB-22] [APB-23] [APB-24] considers only the shown entitlements of the resource", async () => {
    const driver = await opened();
    driver.ask({}, { kind: "entitlement", row: 1, ticked: false });
    driver.ask({ text: "viewer" });
    expect(states(driver)).toStrictEqual([["checked", 1, 1]]);
    driver.ask({ text: "tellerb" });
    expect(states(driver)).toStrictEqual([["unchecked", 0, 1]]);
    driver.ask({ text: "teller", threshold: 90 });
    expect(states(driver)).toStrictEqual([
      ["checked", 1, 1],
      ["checked", 1, 1],
    ]);
  });

  it("[APB-16] keeps an unticked resource unticked when the slider goes down", async () => {
    const driver = await opened(100);
    driver.ask({}, { kind: "resource", resource: 0, ticked: false, text: "" });
    driver.ask({ threshold: 30 });
    expect(states(driver)).toStrictEqual([
      ["unchecked", 0, 3],
      ["checked", 2, 2],
    ]);
  });

  it("[APB-16] selects only the rows of a resource that match the text", async () => {
    const driver = await opened();
    driver.ask(
      { text: "teller" },
      { kind: "resource", resource: 0, ticked: false, text: "teller" },
    );
    driver.ask({ text: "" });
    expect(driver.applied()).toStrictEqual(["c", "d", "e"]);
  });

  it("[APB-17] applies steps in order: the last one wins, and undo reverts the last ones", async () => {
    const driver = await opened();
    driver.ask(
      {},
      { kind: "matching", ticked: false, text: "teller", resources: ALL, threshold: 85 },
    );
    driver.ask({}, { kind: "entitlement", row: 0, ticked: true });
    driver.ask({}, { kind: "resource", resource: 1, ticked: true, text: "P" });
    expect(driver.applied()).toStrictEqual(["a", "b", "c", "d", "e"]);
    driver.undo(1);
    driver.ask();
    expect(driver.applied()).toStrictEqual(["a", "b", "c", "e"]);
    driver.undo(2);
    driver.ask({}, { kind: "entitlement", row: 2, ticked: false });
    expect(driver.applied()).toStrictEqual(["a", "b", "d", "e"]);
  });

  it("[APB-17] ignores rows and resources that the report lacks", async () => {
    const driver = await opened();
    for (const wrong of [-1, 1.5, 99, Number.NaN]) {
      driver.ask(
        {},
        { kind: "entitlement", row: wrong, ticked: false },
        { kind: "resource", resource: wrong, ticked: false, text: "" },
      );
    }
    expect(driver.view).toMatchObject({ shownTicked: 5 });
  });

  it("requests steps that it does not hold, and changes nothing", async () => {
    const core = createAnalyticsCore();
    expect(core.query(WIDE_OPEN)).toStrictEqual({ ok: false, code: "ENOREPORT" });
    const question = { window: { start: 0, end: 1 }, follow: null, charts: false };
    const unanswered = core.answer({ ...question, query: WIDE_OPEN });
    expect(unanswered).toStrictEqual({ ok: false, code: "ENOREPORT" });
    await loadReport(core, bytesOf(REPORT));
    const op = { kind: "entitlement", row: 0, ticked: false } as const;
    const first = core.query({ ...WIDE_OPEN, ops: [op] });
    expect(core.query({ ...WIDE_OPEN, opsFrom: 2, ops: [op] })).toStrictEqual({
      ok: false,
      code: "EOPSMISSING",
      held: 1,
    });
    if (!first.ok) throw new Error(first.code);
    const window = core.window(first.view.generation, { start: 0, end: 1 });
    expect(window?.rows).toMatchObject([{ selected: 2 }]);
  });
});

describe("the list to apply", () => {
  it("[APB-41] contains only entitlements at or above the slider", async () => {
    const driver = await opened(80);
    expect(driver.applied()).toStrictEqual(["a", "b", "d"]);
    driver.ask({ threshold: 80.00000000000001 });
    expect(driver.applied()).toStrictEqual(["a", "d"]);
  });

  it("[APB-42] contains only entitlements of selected resources", async () => {
    const driver = await opened();
    driver.ask({ resources: only(1) });
    expect(driver.applied()).toStrictEqual(["d", "e"]);
    driver.ask({ resources: { all: true, except: [1] } });
    expect(driver.applied()).toStrictEqual(["a", "b", "c"]);
  });

  it("[APB-43] contains only selected entitlements", async () => {
    const driver = await opened();
    driver.ask(
      {},
      { kind: "entitlement", row: 0, ticked: false },
      { kind: "entitlement", row: 4, ticked: false },
    );
    expect(driver.applied()).toStrictEqual(["b", "c", "d"]);
  });

  it("[APB-44] contains everything that meets all three, collapsed or not, whatever the text", async () => {
    const driver = await opened(60);
    driver.ask(
      { text: "nothing like it", collapsed: ALL },
      { kind: "entitlement", row: 1, ticked: false },
    );
    expect(driver.table()).toStrictEqual([]);
    expect(driver.applied()).toStrictEqual(["a", "d", "e"]);
  });

  it("[APB-40] [APB-44] names each role once in row order, and counts roles instead of rows", async () => {
    const driver = await CoreDriver.withReport(
      reportOf({
        A: [
          ["x", 90, uuid(9)],
          ["y", 80, "text"],
        ],
        B: [
          ["z", 70, "text"],
          ["x again", 60, uuid(9)],
          ["w", 50, uuid(3)],
        ],
      }),
    );
    await driver.setPolicy([uuid(9)]);
    const { generation } = driver.ask({}, { kind: "entitlement", row: 0, ticked: false });
    expect(driver.core.applyList(generation)).toStrictEqual({
      roleOids: ["text", uuid(9), uuid(3)],
      removedOids: [],
      newRoles: 2,
      alreadyInPolicy: 1,
    });
    expect(driver.view).toMatchObject({
      ticked: { entitlements: 4, resources: 2 },
      newRoles: 2,
      alreadyInPolicy: 1,
    });
    expect(
      driver.table().flatMap((row) => (row.kind === "entitlement" ? row.inPolicy : [])),
    ).toStrictEqual([true, false, false, true, false]);
  });

  it("removes a role of the policy if none of its kept rows is selected", async () => {
    const driver = await CoreDriver.withReport(
      reportOf({
        A: [
          ["x", 90, uuid(9)],
          ["y", 80, uuid(2)],
        ],
        B: [
          ["x again", 60, uuid(9)],
          ["w", 50, uuid(3)],
          ["x once more", 40, uuid(9)],
        ],
      }),
    );
    await driver.setPolicy([uuid(9), uuid(3)]);
    const listed = () => driver.core.applyList(driver.view?.generation ?? -1)?.removedOids;
    driver.ask({}, { kind: "entitlement", row: 0, ticked: false });
    driver.ask({}, { kind: "entitlement", row: 2, ticked: false });
    expect(driver.view?.removedRoles).toBe(0);
    expect(listed()).toStrictEqual([]);
    driver.ask({}, { kind: "matching", ticked: false, text: "", resources: ALL, threshold: 30 });
    expect(driver.view?.removedRoles).toBe(2);
    expect(listed()).toStrictEqual([uuid(9), uuid(3)]);
    // Entitlements below the threshold or outside the resource filter stay in the policy.
    driver.ask({ threshold: 60 });
    expect(listed()).toStrictEqual([uuid(9)]);
    driver.ask({ threshold: 30, resources: { all: false, except: [0] } });
    expect(driver.view?.removedRoles).toBe(1);
    expect(listed()).toStrictEqual([uuid(9)]);
  });
});

describe("a range of the table", () => {
  const RESOURCES = 50;
  const ROWS = 100;
  /** 5,000 entitlements whose percentages fall from 100 to 1 in each resource. */
  const LARGE = reportOf(
    Object.fromEntries(
      Array.from({ length: RESOURCES }, (_, resource) => [
        `System ${resource}`,
        Array.from(
          { length: ROWS },
          (_row, at) => [`Role ${(at * 37) % ROWS}`, ROWS - at] as const,
        ),
      ]),
    ),
  );
  const shown = { text: "", resources: ALL, threshold: 0, collapsed: NONE, sort: null } as const;
  const cleared = (driver: CoreDriver) =>
    driver.table().flatMap((row) => (row.kind === "entitlement" && !row.ticked ? [row] : []));

  it("reaches over thousands of rows, in either direction", async () => {
    for (const [from, to] of [
      [10, 4_989],
      [4_989, 10],
    ] as const) {
      const driver = await CoreDriver.withReport(LARGE);
      driver.ask({}, { kind: "range", from, to, ticked: false, ...shown });
      expect(cleared(driver).map(({ row }) => row)).toEqual(
        Array.from({ length: 4_980 }, (_, at) => 10 + at),
      );
      driver.undo(1);
      expect(driver.ask().allTicked).toBe(true);
    }
  });

  it.each(EVERY_SORT)(
    "is what the table shows between its ends by $column $direction",
    async (sort) => {
      const driver = await CoreDriver.withReport(LARGE);
      await driver.setPolicy([3, 250, 251, 4_980].map((row) => uuid(row + 1)));
      const state = { ...shown, sort, text: "role 1", threshold: 20, collapsed: only(7) };
      driver.ask(state);
      const rows = driver.table().flatMap((row) => (row.kind === "entitlement" ? [row.row] : []));
      const [first, last] = [rows[5] ?? -1, rows[400] ?? -1];
      driver.ask({}, { kind: "range", from: last, to: first, ticked: false, ...state });
      driver.ask({ ...shown, sort, text: "", threshold: 0 });
      expect(cleared(driver).map(({ row }) => row)).toEqual(rows.slice(5, 401));
    },
  );

  it("follows the policy in the order by policy", async () => {
    const report = reportOf({
      Banking: [
        ["A", 90],
        ["B", 80],
        ["C", 70],
        ["D", 60],
      ],
    });
    const sort = { column: "inPolicy", direction: "DESCENDING" } as const;
    const driver = await CoreDriver.withReport(report);
    driver.ask({ sort }, { kind: "range", from: 0, to: 2, ticked: false, ...shown, sort });
    driver.ask({}, { kind: "entitlement", row: 1, ticked: true });
    expect(cleared(driver).map(({ name }) => name)).toEqual(["A", "C"]);
    await driver.setPolicy([uuid(4), uuid(3)]);
    driver.ask();
    // The policy puts C and D first, so that A follows them, and B is after the range.
    expect(driver.names()).toEqual(["C", "D", "A", "B"]);
    expect(cleared(driver).map(({ name }) => name)).toEqual(["C", "D", "A"]);
  });

  it("keeps its steps apart from hidden ends and rows that the report lacks", async () => {
    const driver = await opened();
    const range = { kind: "range", ticked: false, ...shown } as const;
    driver.ask({ threshold: 0 }, { ...range, from: 0, to: 99 });
    expect(cleared(driver)).toEqual([]);
    driver.ask({}, { ...range, from: 1, to: 4, threshold: 85 });
    expect(cleared(driver).map(({ name }) => name)).toEqual(["Teller P"]);
  });
});

describe("the resource that a step concerns", () => {
  const columns = {
    rowCount: 3,
    resourceNames: ["A", "B"],
    resourceStarts: Uint32Array.of(0, 2, 3),
  } as unknown as ReportColumns;
  const concerned = (op: object) => concernedResource(columns, op as SelectionOp);

  it("is that of the entitlement, and the one that the step names", () => {
    const entitlement = (row: number) => concerned({ kind: "entitlement", row, ticked: true });
    const resource = (index: number) => concerned({ kind: "resource", resource: index });
    expect([0, 1, 2].map(entitlement)).toEqual([0, 0, 1]);
    expect([0, 1].map(resource)).toEqual([0, 1]);
    // Neither a row nor a resource.
    expect([-1, 3, 0.5].map(entitlement)).toEqual([-1, -1, -1]);
    expect([-1, 2].map(resource)).toEqual([-1, -1]);
  });

  it("is none in particular if there can be several", () => {
    for (const kind of ["matching", "range"]) expect(concerned({ kind })).toBeNull();
  });
});

it("counts 31 of 32 entitlements, of which the first one is below the threshold", async () => {
  const rows = Array.from({ length: 32 }, (_, row) => [`n${row}`, row === 0 ? 10 : 90] as const);
  const driver = await CoreDriver.withReport(reportOf({ A: rows }));
  driver.ask({ threshold: 50 });
  expect(states(driver)).toStrictEqual([["checked", 31, 31]]);
});
