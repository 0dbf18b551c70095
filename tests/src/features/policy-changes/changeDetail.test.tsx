// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import {
  countChangedPeople,
  listChangeLines,
  listPolicyChanges,
  previewUndo,
  undoPolicyChange,
} from "#events/calls/policyChanges.ts";
import type { ChangeLine, PolicyChange } from "#events/entities/policyChange.ts";
import { HistoryPanel } from "#src/features/policy-changes/index.ts";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";

afterEach(cleanup);

const ORG = uuid(4);
const CHANGE: PolicyChange = {
  id: uuid(1),
  at: "2026-03-01T10:00:00.000Z",
  actor: "admin",
  kind: "bulk",
  threshold: null,
  resourceId: null,
  orgCount: 900,
  added: 4000,
  removed: 0,
  undoes: null,
  undoneBy: null,
};
const LINE: ChangeLine = {
  orgOid: ORG,
  orgType: "job-titles",
  orgName: "Teller",
  roleOid: uuid(5),
  name: "Read Ledger",
  resourceName: "Core Banking",
  isAccessRole: false,
  change: "added",
};
const BUNDLE: ChangeLine = {
  ...LINE,
  roleOid: uuid(6),
  name: "Teller Bundle",
  resourceName: null,
  isAccessRole: true,
};

it("a change shows all that it did, as a searched list with links and a file", async () => {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("bulkRoleMapping", "/rbac/role-mapping/bulk");
  render(
    <Provider value={app.scope}>
      <HistoryPanel />
    </Provider>,
  );
  await act(() => app.reply(listPolicyChanges, halList("changes", [CHANGE])));
  expect(app.waiting(listChangeLines)).toEqual([]);
  fireEvent.click(screen.getByText("Bulk change of 900 policies"));
  await act(() => app.settle());
  await act(() => app.reply(countChangedPeople, { people: null }));
  expect(app.waiting(listChangeLines)[0]?.input).toMatchObject({
    params: { changeId: CHANGE.id },
    query: { show: "all", page: 0 },
  });
  const page = { size: 100, totalElements: 4000, totalPages: 40 };
  await act(() => app.reply(listChangeLines, halList("lines", [LINE, BUNDLE], page)));
  const dialog = screen.getByRole("dialog", { name: "What changed" });
  const grid = within(dialog).getByRole("grid", { name: "Changes of policies" });
  expect(grid.getAttribute("aria-rowcount")).toBe("4001");
  const hrefOf = (name: string) => within(dialog).getByRole("link", { name }).getAttribute("href");
  expect(hrefOf("Read Ledger")).toBe(`/rbac/entitlements/${LINE.roleOid}`);
  expect(hrefOf("Teller Bundle")).toBe(`/rbac/access-roles/${BUNDLE.roleOid}`);
  expect(hrefOf("Export CSV")).toContain(`/policy-changes/${CHANGE.id}/lines.csv?show=all`);
});

it("the history of an org shows only what a change did to its policy", async () => {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("roleMappingDetail", `/rbac/role-mapping/${ORG}`, { oid: ORG });
  render(
    <Provider value={app.scope}>
      <HistoryPanel />
    </Provider>,
  );
  await act(() => app.reply(listPolicyChanges, halList("changes", [CHANGE])));
  fireEvent.click(screen.getByText("Bulk change of 900 policies"));
  await act(() => app.settle());
  expect(app.waiting(listChangeLines)[0]?.input.query).toMatchObject({ orgOid: ORG });
});

it.each([
  ["/rbac/role-mapping/bulk", "bulkRoleMapping", {}, ["Teller", "900 orgs", "1 org"]],
  [`/rbac/role-mapping/${ORG}`, "roleMappingDetail", { oid: ORG }, []],
] as const)("the history at %s names the orgs of changes", async (path, route, params, names) => {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open(route, path, params);
  render(
    <Provider value={app.scope}>
      <HistoryPanel />
    </Provider>,
  );
  const changes = [
    { ...CHANGE, id: uuid(11), orgCount: 1, orgName: "Teller" },
    { ...CHANGE, id: uuid(12), orgName: null },
    { ...CHANGE, id: uuid(13), orgCount: 1, orgName: null },
  ];
  await act(() => app.reply(listPolicyChanges, halList("changes", changes)));
  const cells = within(screen.getByRole("grid")).getAllByRole("gridcell");
  const texts = cells.map(({ textContent }) => textContent);
  expect(texts.filter((text) => /^(Teller|\d+ orgs?)$/.test(text))).toEqual(names);
});

it("a changed period is named in the history and in its details, and can be undone", async () => {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("roleMappingDetail", `/rbac/role-mapping/${ORG}`, { oid: ORG });
  render(
    <Provider value={app.scope}>
      <HistoryPanel />
    </Provider>,
  );
  const period = { ...CHANGE, kind: "period" as const, orgCount: 1, added: 0, removed: 0 };
  await act(() => app.reply(listPolicyChanges, halList("changes", [period])));
  const row = within(screen.getByRole("grid")).getAllByRole("row")[1];
  expect(row?.textContent).toContain("Changed the period");
  expect(row?.textContent).toContain("Period changed");
  fireEvent.click(screen.getByText("Changed the period"));
  await act(() => app.settle());
  await act(() => app.reply(countChangedPeople, { people: { gaining: 0, losing: 3 } }));
  const line = { ...LINE, change: "period" as const };
  await act(() => app.reply(listChangeLines, halList("lines", [line])));
  const details = screen.getByRole("dialog", { name: "What changed" });
  expect(within(details).getByRole("grid").textContent).toContain("Read LedgerCore Banking");
  expect(within(details).getByRole("grid").textContent).toMatch(/Period$/);
  fireEvent.click(within(details).getByRole("button", { name: "Undo" }));
  await act(() => app.settle());
  const effect = { orgs: 1, added: 0, removed: 0, periods: 1, kept: 0 };
  const people = { gaining: 3, losing: 0, unchanged: 0 };
  await act(() => app.reply(previewUndo, { ...effect, people }));
  const dialog = screen.getByRole("alertdialog", { name: "Undo this change?" });
  expect(dialog.textContent).toContain("The earlier period of 1 entitlement will be restored");
  expect(dialog.textContent).not.toContain("nothing left to undo");
  fireEvent.click(within(dialog).getByRole("button", { name: "Undo change" }));
  await act(() => app.settle());
  expect(app.waiting(undoPolicyChange)[0]?.input.params).toMatchObject({ changeId: CHANGE.id });
});
