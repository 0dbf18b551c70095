// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { countHolders, listHolders } from "#events/calls/access.ts";
import { openCase } from "#events/calls/cases.ts";
import { PERMISSION_GROUPS } from "#events/rules/permissions.ts";
import "#src/features/cases/models.ts";
import { HoldersButton, HoldersDialog } from "#src/features/holders/index.ts";
import { halList, makeListedPerson, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";

afterEach(cleanup);

const ROLE = uuid(3);
const COUNTS = {
  entitlement: { roleOid: ROLE, name: "Ledger Read", resourceName: "Core Banking" },
  orgName: null,
  members: 220,
  holders: 219,
  outsidePolicy: 0,
  missing: 1,
};

const HOLDER = {
  ...makeListedPerson(5, { oid: uuid(5), givenName: "Ann", familyName: "Lee" }),
  accounts: ["ann"],
  paths: [],
};

function show(app: TestApp, orgOid: string | null): void {
  render(
    <Provider value={app.scope}>
      <HoldersButton roleOid={ROLE} orgOid={orgOid} name="Ledger Read" />
      <HoldersDialog />
    </Provider>,
  );
}
const button = () => screen.queryByRole("button", { name: "Who has it? Ledger Read" });

it("any screen opens the holders of an entitlement among all people, with their number", async () => {
  const app = createTestApp();
  const user = makeUser();
  await app.signIn(user);
  await app.open("dashboard", "/dashboard");
  show(app, null);
  fireEvent.click(screen.getByRole("button", { name: "Who has it? Ledger Read" }));
  const params = { clientId: user.clients[0]?.id, roleOid: ROLE };
  expect(app.waiting(countHolders)[0]?.input).toEqual({ params, query: {} });
  expect(app.waiting(listHolders)[0]?.input).toMatchObject({
    params,
    query: { show: "holders", sort: "name,asc", page: 0 },
  });
  await app.reply(countHolders, COUNTS);
  await app.reply(listHolders, halList("holders", []));
  const dialog = screen.getByRole("dialog", { name: "Who has Ledger Read?" });
  expect(dialog.textContent).toContain("219 of 220 people hold it");
  expect(dialog.textContent).toContain("Core Banking · All people");
  expect(dialog.textContent).toContain("Nobody holds this entitlement.");
});

it("the dialog of an org asks for its members and names it", async () => {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("dashboard", "/dashboard");
  show(app, uuid(4));
  fireEvent.click(screen.getByRole("button", { name: "Who has it? Ledger Read" }));
  expect(app.waiting(countHolders)[0]?.input.query).toEqual({ orgOid: uuid(4) });
  expect(app.waiting(listHolders)[0]?.input.query).toMatchObject({ orgOid: uuid(4) });
  await app.reply(countHolders, { ...COUNTS, orgName: "Teller" });
  await app.reply(listHolders, halList("holders", []));
  const dialog = screen.getByRole("dialog", { name: "Who has Ledger Read?" });
  expect(dialog.textContent).toContain("219 of 220 members hold it");
  expect(dialog.textContent).toContain("Core Banking · Teller");
});

it("users who map roles of their own resources only are not offered the holders among all people", async () => {
  const app = createTestApp();
  await app.signIn(makeUser({}, PERMISSION_GROUPS.ManageOwnResources));
  show(app, null);
  expect(button()).toBeNull();
  cleanup();
  show(app, uuid(4));
  expect(button()).not.toBeNull();
});

it.each([
  ["see all people", undefined, `/identities/report/${uuid(5)}`],
  ["map roles of their own resources only", PERMISSION_GROUPS.ManageOwnResources, undefined],
] as const)("for users who %s, holders lead to reports: %#", async (_who, permissions, href) => {
  const app = createTestApp();
  await app.signIn(makeUser({}, permissions));
  await app.open("dashboard", "/dashboard");
  show(app, uuid(4));
  fireEvent.click(screen.getByRole("button", { name: "Who has it? Ledger Read" }));
  await app.reply(countHolders, COUNTS);
  await app.reply(listHolders, halList("holders", [HOLDER]));
  const people = screen.getByRole("grid", { name: "People" });
  expect(people.textContent).toContain("Lee, Ann");
  expect(people.querySelector("a")?.getAttribute("href")).toBe(href);
});

const OPEN_CASE = "Open case about Lee, Ann · Ledger Read";

it.each([
  [
    "lacks it despite a policy",
    "lackers",
    "missingAccess",
    { accounts: [], paths: [{ oid: uuid(6), names: ["Teller"] }] },
  ],
  ["holds it outside policy", "holders", "outsidePolicy", {}],
] as const)("[IDN-8] a person who %s becomes a case", async (_who, group, kind, changes) => {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("dashboard", "/dashboard");
  show(app, uuid(4));
  fireEvent.click(screen.getByRole("button", { name: "Who has it? Ledger Read" }));
  await app.reply(countHolders, COUNTS);
  if (group === "lackers") {
    await app.reply(listHolders, halList("holders", []));
    fireEvent.click(screen.getByRole("radio", { name: "Lack it" }));
    await app.settle();
  }
  const rows = [
    { ...HOLDER, ...changes, caseId: null },
    { ...HOLDER, ...changes, oid: uuid(7), givenName: "Bob", caseId: uuid(8) },
    // Nothing is wrong.
    { ...HOLDER, oid: uuid(9), paths: [{ oid: uuid(6), names: ["Teller"] }], caseId: null },
  ];
  await app.reply(listHolders, halList("holders", rows));
  expect(screen.getAllByRole("button", { name: /^Open case about/ })).toHaveLength(1);
  const link = screen.getByRole("link", { name: "Show the case about Lee, Bob · Ledger Read" });
  expect(link.getAttribute("href")).toBe(`/cases/${uuid(8)}`);
  fireEvent.click(screen.getByRole("button", { name: OPEN_CASE }));
  await app.settle();
  fireEvent.click(screen.getByRole("button", { name: "Open case" }));
  await app.settle();
  expect(app.waiting(openCase)[0]?.input.body).toMatchObject({
    kind,
    identityOid: HOLDER.oid,
    roleOid: ROLE,
    accountId: null,
  });
});

it("[IDN-8] users who may not manage cases have no buttons for them", async () => {
  const app = createTestApp();
  await app.signIn(makeUser({}, PERMISSION_GROUPS.ManageOwnResources));
  await app.open("dashboard", "/dashboard");
  show(app, uuid(4));
  fireEvent.click(screen.getByRole("button", { name: "Who has it? Ledger Read" }));
  await app.reply(countHolders, COUNTS);
  await app.reply(listHolders, halList("holders", [{ ...HOLDER, caseId: null }]));
  expect(screen.queryByRole("button", { name: OPEN_CASE })).toBeNull();
});
