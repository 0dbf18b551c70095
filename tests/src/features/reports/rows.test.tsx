// @vitest-environment happy-dom
/** What the rows of a report show where only few columns have room. */
import { act, cleanup, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it, vi } from "vitest";
import { getReport, listReportRows } from "#events/calls/reports.ts";
import type { ReportDetail, ReportKind, ReportRow } from "#events/entities/report.ts";
import { RowsPanel } from "#src/features/reports/RowsPanel.tsx";
import "#src/features/reports/models.ts";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";

afterEach(cleanup);

const ID = uuid(40);
const report = (kind: ReportKind): ReportDetail => ({
  id: ID,
  kind,
  orgOid: null,
  resourceId: null,
  from: null,
  until: null,
  orgName: null,
  resourceName: null,
  author: "owner",
  requestedAt: "2026-03-01T09:00:00.000Z",
  finishedAt: "2026-03-01T09:00:00.000Z",
  status: "ready",
  failure: null,
  progress: 100,
  rowCount: 2,
  isScheduled: false,
  chart: null,
});

async function rowsOnPhone(kind: ReportKind, ...cells: readonly ReportRow["cells"][]) {
  const media = { matches: false, addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal("matchMedia", () => media);
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("report", `/reports/${ID}`, { reportId: ID });
  await app.reply(getReport, report(kind));
  render(
    <Provider value={app.scope}>
      <RowsPanel kind={kind} orgOid={null} />
    </Provider>,
  );
  const rows = cells.map((row, at): ReportRow => ({ no: at + 1, cells: row }));
  await act(() => app.reply(listReportRows, halList("rows", rows)));
  return screen
    .getAllByRole("row")
    .slice(1)
    .map(({ textContent }) => textContent);
}

it("shows the accounts of a holder and what grants the entitlement once each", async () => {
  const rows = await rowsOnPhone(
    "holders",
    ["Lee, Ann", "byPolicy", "alee", "Teller"],
    ["Bob Ray", "outside", "bray", ""],
    ["Cyd Poe", "missing", "", "Teller"],
  );
  expect(rows).toEqual([
    "Lee, Annalee · TellerHolds it by policy",
    "Bob RaybrayHolds it outside policy",
    "Cyd PoeTellerLacks it",
  ]);
});

it("names the column of a number below the first column", async () => {
  const rows = await rowsOnPhone("policyCoverage", ["Tellers", 1200, 10, 5, 0, 50]);
  expect(rows).toEqual(["TellersMembers: 1,20050.0%"]);
});
