// @vitest-environment happy-dom
/** "Select all" in a bulk change is a predicate in the log and in requests, however many orgs match. */
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, beforeEach, expect, it } from "vitest";
import * as actions from "#events/actions/policyChanges.ts";
import { listEntitlements, listResources } from "#events/calls/directory.ts";
import { listOrgs } from "#events/calls/orgs.ts";
import { bulkUpdate, previewBulkUpdate } from "#events/calls/policyChanges.ts";
import { BulkChange } from "#src/features/policy-changes/BulkChange.tsx";
import { BulkChoice } from "#src/features/policy-changes/BulkChoice.tsx";
import { bulkEntitlements, bulkOrgs } from "#src/features/policy-changes/bulkModel.ts";
import { halList, makeOrg, makeResource, makeUser, uuid } from "../../support/fixtures.ts";
import { layOutRows } from "../../support/rowList.tsx";
import { createTestApp, type TestApp } from "../../support/scope.ts";

const RESOURCE = makeResource(1);
const ORGS = Array.from({ length: 20 }, (_, n) =>
  makeOrg(n, { displayName: `Teller ${n}`, oid: uuid(8000 + n) }),
);
const ENTITLEMENTS = Array.from({ length: 20 }, (_, n) => ({
  id: uuid(7000 + n),
  roleOid: uuid(9000 + n),
  name: `Entitlement ${n}`,
  resourceId: RESOURCE.id,
  resourceName: RESOURCE.name,
}));
const EXCLUDED = ORGS[3] ?? makeOrg(0);
const REQUEST = {
  operation: "add",
  orgs: { all: true, oids: [EXCLUDED.oid], orgType: "job-titles", contains: "teller" },
  roles: { all: true, oids: [], contains: "ledger", resourceId: RESOURCE.id },
};

layOutRows();

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
  await app.open("bulkRoleMapping", "/rbac/role-mapping/bulk");
  await app.reply(listResources, halList("resources", [RESOURCE]));
  await app.act(bulkOrgs.change, { change: { contains: "teller" } });
  await app.act(bulkEntitlements.change, {
    change: { contains: "ledger", resourceId: RESOURCE.id },
  });
  const last = (call: typeof listOrgs | typeof listEntitlements) => ({
    index: app.waiting(call).length - 1,
  });
  const page = { totalElements: 40_000, totalPages: 2000 };
  await app.reply(listOrgs, halList("orgs", ORGS, page), last(listOrgs));
  const entitlements = halList("entitlements", ENTITLEMENTS, page);
  await app.reply(listEntitlements, entitlements, last(listEntitlements));
  render(
    <Provider value={app.scope}>
      <BulkChoice />
      <BulkChange />
    </Provider>,
  );
});
afterEach(cleanup);

const click = (element: HTMLElement) =>
  act(async () => {
    fireEvent.click(element);
    await app.settle();
  });
const press = (name: string) => click(screen.getByRole("button", { name }));
const tick = (list: string, name: string) =>
  click(within(screen.getByRole("grid", { name: list })).getByRole("checkbox", { name }));

async function selectAll(): Promise<void> {
  await tick("Orgs", "Select all");
  await tick("Orgs", EXCLUDED.displayName);
  await tick("Entitlements", "Select all");
}

it("a selection of all is recorded as one, with the exceptions by id", async () => {
  await selectAll();
  expect(app.envelopes(actions.bulkOrgs.rowsSelected).map(({ payload }) => payload)).toEqual([
    { selection: { all: true, ids: [] } },
    { selection: { all: true, ids: [EXCLUDED.oid] } },
  ]);
  expect(app.envelopes(actions.bulkEntitlements.rowsSelected)[0]?.payload).toEqual({
    selection: { all: true, ids: [] },
  });
  expect(screen.getByText("39,999 orgs selected")).toBeTruthy();
});

it("the change is recorded, previewed and sent as a predicate, and no event lists the orgs", async () => {
  const first = app.log.length;
  await selectAll();
  await press("Show effect");
  expect(app.envelopes(actions.bulkPreviewWanted).map(({ payload }) => payload)).toEqual([
    { request: REQUEST },
  ]);
  expect(app.waiting(previewBulkUpdate)[0]?.input.body).toEqual(REQUEST);
  await act(() =>
    app.reply(previewBulkUpdate, {
      changeId: uuid(1),
      fingerprint: "f",
      orgs: { chosen: 39_999, changed: 39_999 },
      added: 39_999,
      removed: 0,
      people: { gaining: 1, losing: 0, unchanged: 0 },
      orgEffects: [],
      entitlementEffects: [],
      affectedEntitlements: 1,
    }),
  );
  await press("Apply to 39,999 orgs");
  const dialog = within(screen.getByRole("alertdialog"));
  await click(dialog.getByRole("button", { name: "Apply" }));
  expect(app.envelopes(actions.bulkApply.opened)[0]?.payload.subject.request).toEqual(REQUEST);
  expect(app.waiting(bulkUpdate)[0]?.input.body).toEqual({
    ...REQUEST,
    id: uuid(1),
    fingerprint: "f",
  });
  const recorded = JSON.stringify(app.log.slice(first));
  const named = [...ORGS.map(({ oid }) => oid), ...ENTITLEMENTS.map(({ roleOid }) => roleOid)];
  expect(named.filter((oid) => recorded.includes(oid))).toEqual([EXCLUDED.oid]);
});

it("a selection of some is recorded as a list", async () => {
  await tick("Orgs", EXCLUDED.displayName);
  await tick("Entitlements", `Entitlement 5, ${RESOURCE.name}`);
  await press("Show effect");
  expect(app.envelopes(actions.bulkPreviewWanted)[0]?.payload.request).toEqual({
    operation: "add",
    orgs: { all: false, oids: [EXCLUDED.oid] },
    roles: { all: false, oids: [ENTITLEMENTS[5]?.roleOid] },
  });
});
