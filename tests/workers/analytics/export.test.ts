import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CsvCursor } from "#workers/analytics/contract.ts";
import { CoreDriver, setPolicy } from "../support/coreDriver.ts";
import { wholeHolders } from "../support/reference.ts";
import { anyReport, reportOf, only, uuid, type Report } from "../support/reports.ts";

function exported(driver: CoreDriver, of: "shown" | "selected"): string[][] {
  const parts: Uint8Array[] = [];
  let from: CsvCursor | null = null;
  let counted = 0;
  do {
    const chunk = driver.core.csv(driver.view?.generation ?? -1, of, from);
    if (chunk === null) throw new Error("stale");
    parts.push(chunk.bytes);
    counted += chunk.records;
    from = chunk.next;
  } while (from !== null);
  const records = parse(Buffer.concat(parts), { record_delimiter: "\r\n" });
  expect(records).toHaveLength(counted + 1);
  return records;
}

const HEADER = ["resource", "entitlement", "percentOfUsers", "roleOid", "holders", "members"];

function recordsOf(report: Report, keep: (row: number) => boolean): string[][] {
  const safe = (text: string) =>
    text
      .replace(/\p{Surrogate}/gu, "\ufffd")
      .replace(/(?<=^|[;\r\n])(?='*[=+\-@＝＋－＠\0\t\r])/g, "'");
  const all = report.resourceInsights.flatMap(({ resourceName, entitlementInsights }) =>
    entitlementInsights.map((one) => [
      safe(resourceName),
      safe(one.entitlementName),
      String(one.percentOfUsers),
      safe(one.roleOid),
      String(wholeHolders(one.percentOfUsers, report.totalUsers) ?? ""),
      String(report.totalUsers),
    ]),
  );
  return [HEADER, ...all.filter((_, row) => keep(row))];
}

describe("the export", () => {
  it("[APB-15] writes every name as CSV that reads back unchanged, except for spreadsheet formulas", async () => {
    await fc.assert(
      fc.asyncProperty(anyReport, async (report) => {
        const driver = await CoreDriver.withReport(report);
        driver.ask();
        expect(exported(driver, "shown")).toStrictEqual(recordsOf(report, () => true));
      }),
      { seed: 20260105, numRuns: 200 },
    );
  });

  it("[APB-15] [APB-44] gives in chunks the shown rows, and the kept and selected ones, of the filtered resources in table order", async () => {
    const report = reportOf(
      Object.fromEntries(
        ["A", "B", "C"].map((name) => [
          name,
          Array.from({ length: 5000 }, (_, row) => [`${name} ${row}`, 100 - row / 100] as const),
        ]),
      ),
    );
    const driver = await CoreDriver.withReport(report);
    driver.ask(
      { resources: only(0, 2), threshold: 60, text: "7" },
      { kind: "entitlement", row: 7, ticked: false },
    );
    const kept = (row: number) => row % 5000 <= 4000 && Math.floor(row / 5000) !== 1;
    const shown = (row: number) => kept(row) && String(row % 5000).includes("7");
    expect(exported(driver, "shown")).toStrictEqual(recordsOf(report, shown));
    const selected = (row: number) => kept(row) && row !== 7;
    expect(exported(driver, "selected")).toStrictEqual(recordsOf(report, selected));
    driver.ask({ sort: { column: "name", direction: "DESCENDING" } });
    // Rows are numbered here as they are named.
    const turned = (records: readonly string[][]) => [HEADER, ...records.slice(1).toReversed()];
    expect(exported(driver, "shown")).toStrictEqual(turned(recordsOf(report, shown)));
    expect(exported(driver, "selected")).toStrictEqual(turned(recordsOf(report, selected)));
    expect(driver.core.csv(-1, "shown", null)).toBeNull();
  });

  it("[APB-40] [APB-44] returns the list to apply as a request body, too", async () => {
    const driver = await CoreDriver.withReport(
      reportOf({
        A: [
          ["x", 90, uuid(9)],
          ["y", 80, 'te"xt'],
          ["z", 70, uuid(3)],
          ["x again", 60, uuid(9)],
          ["w", 50, uuid(4)],
        ],
      }),
    );
    const { generation } = driver.ask({}, { kind: "entitlement", row: 4, ticked: false });
    const body = driver.core.applyBody(generation);
    expect(body?.roles).toBe(3);
    expect(JSON.parse((await body?.json.text()) ?? "")).toStrictEqual([uuid(9), 'te"xt', uuid(3)]);
    const none = driver.ask({ threshold: 100 });
    expect(await driver.core.applyBody(none.generation)?.json.text()).toBe("[]");
    expect(driver.core.applyBody(generation)).toBeNull();
  });

  it("[APB-40] returns what is added and what is removed, if the policy loses a role", async () => {
    const driver = await CoreDriver.withReport(
      reportOf({
        A: [
          ["x", 90, uuid(1)],
          ["y", 80, uuid(2)],
          ["z", 70, uuid(3)],
        ],
      }),
    );
    await setPolicy(driver.core, [uuid(2), uuid(3)]);
    const { generation } = driver.ask({}, { kind: "entitlement", row: 1, ticked: false });
    const body = driver.core.applyBody(generation);
    expect(body?.roles).toBe(3);
    expect(JSON.parse((await body?.json.text()) ?? "")).toStrictEqual({
      add: [uuid(1), uuid(3)],
      remove: [uuid(2)],
    });
  });

  it("[APB-40] returns a body longer than one chunk with every role once", async () => {
    const rows = 70_000;
    const others = (row: number) => (row % 30_000 === 1 ? `other ${row}` : uuid(row));
    const driver = await CoreDriver.withReport(
      reportOf({ A: Array.from({ length: rows }, (_, row) => [`n${row}`, 50, others(row)]) }),
    );
    const { generation } = driver.ask({}, { kind: "entitlement", row: 5, ticked: false });
    const body = driver.core.applyBody(generation);
    expect(body?.roles).toBe(rows - 1);
    expect(JSON.parse((await body?.json.text()) ?? "")).toStrictEqual(
      driver.core.applyList(generation)?.roleOids,
    );
  });
});
