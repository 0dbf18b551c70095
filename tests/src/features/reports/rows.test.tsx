// @vitest-environment happy-dom
/** What the rows of a report show where only few columns have room. */
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it, vi } from "vitest";
import { openCase } from "#events/calls/cases.ts";
import { getReport, listReportRows } from "#events/calls/reports.ts";
import type { ReportDetail, ReportKind, ReportRow } from "#events/entities/report.ts";
import { RowsPanel } from "#src/features/reports/RowsPanel.tsx";
import "#src/features/cases/models.ts";
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
      <RowsPanel reportId={ID} kind={kind} orgOid={null} />
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
    "Lee, AnnHolds it by policy · alee · Teller",
    "Bob RayHolds it outside policy · brayOpen case",
    "Cyd PoeLacks it · TellerOpen case",
  ]);
});

it("names the column of a number below the first column", async () => {
  const rows = await rowsOnPhone("policyCoverage", ["Tellers", 1200, 10, 5, 0, 50]);
  expect(rows).toEqual(["TellersMembers: 1,20050.0%"]);
});

it("[IDN-8] rows with a finding become cases that cite the report, or lead to their open case", async () => {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("report", `/reports/${ID}`, { reportId: ID });
  render(
    <Provider value={app.scope}>
      <RowsPanel reportId={ID} kind="outsidePolicy" orgOid={null} />
    </Provider>,
  );
  await act(() => app.reply(getReport, report("outsidePolicy")));
  const finding = {
    kind: "outsidePolicy" as const,
    identityOid: null,
    accountId: null,
    roleOid: null,
    orgOid: uuid(41),
    resourceId: uuid(42),
  };
  const rows: ReportRow[] = [
    { no: 1, cells: ["Ops", "CRM", 1, 2, 2, 100], finding, caseId: null },
    { no: 2, cells: ["Sales", "CRM", 1, 2, 2, 100], finding, caseId: uuid(43) },
    { no: 3, cells: [null, "CRM", 1, 2, 2, 100], finding: null, caseId: null },
  ];
  await act(() => app.reply(listReportRows, halList("rows", rows)));
  const buttons = screen.getAllByRole("button", { name: /^Open case about/ });
  expect(buttons.map((button) => button.getAttribute("aria-disabled"))).toEqual([null, "true"]);
  const link = screen.getByRole("link", { name: "Show the case about Sales" });
  expect(link.getAttribute("href")).toBe(`/cases/${uuid(43)}`);
  fireEvent.click(screen.getByRole("button", { name: "Open case about Ops" }));
  await act(() => app.settle());
  fireEvent.click(screen.getByRole("button", { name: "Open case" }));
  await act(() => app.settle());
  expect(app.waiting(openCase)[0]?.input.body).toEqual({
    ...finding,
    reportedIn: { reportId: ID, no: 1 },
    ownerId: null,
    dueOn: null,
    comment: "",
  });
});

const NOT_STORED =
  "The report does not contain the IDs that a case needs. Request it again to open cases.";

it.each([
  [
    "outsidePolicy",
    [null, "CRM", 1, 2, 2, 100],
    "Open case about No org",
    "This row names no org or person that a case could be about. Open the case in the identity report of a person.",
  ],
  ["outsidePolicy", ["Ops", "CRM", 1, 2, 2, 100], "Open case about Ops", NOT_STORED],
  ["orphanedAccounts", ["nobody", "CRM", 2], "Open case about nobody", NOT_STORED],
  ["dormantAccounts", ["bray", null, "CRM", 1, 90, 2], "Open case about bray", NOT_STORED],
  ["holders", ["Bob Ray", "outside", "bray", null], "Open case about Bob Ray", NOT_STORED],
  ["holders", ["Cyd Poe", "missing", null, "Teller"], "Open case about Cyd Poe", NOT_STORED],
] as const)(
  "[IDN-8] a row of %s without a finding says why it cannot become a case (%j)",
  async (kind, cells, label, reason) => {
    await rowsOnPhone(kind, [...cells]);
    const button = screen.getByRole("button", { name: label });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(button.getAttribute("aria-description")).toBe(reason);
    const tap = new PointerEvent("click", { pointerType: "touch", bubbles: true });
    act(() => void button.dispatchEvent(tap));
    expect(screen.getByRole("tooltip").textContent).toBe(reason);
    expect(screen.queryByRole("dialog")).toBeNull();
  },
);

it("[IDN-8] rows in which nothing is wrong have no button for cases", async () => {
  await rowsOnPhone("holders", ["Lee, Ann", "byPolicy", "alee", "Teller"]);
  await rowsOnPhone("inactiveAccounts", ["alee", "Lee, Ann", "CRM", "empty", 0]);
  expect(screen.getAllByRole("row").length).toBeGreaterThan(2);
  expect(screen.queryByRole("button", { name: /^Open case about/ })).toBeNull();
});
