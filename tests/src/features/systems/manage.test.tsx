// @vitest-environment happy-dom
/** What the screen of a system says of approved changes that the system lacks or has changed. */
import { cleanup, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { getPublication, getSystem, previewSystemDeletion } from "#events/calls/systems.ts";
import type { ConnectedSystem } from "#events/entities/system.ts";
import type { SystemDeletion } from "#events/entities/systemConfiguration.ts";
import { View } from "#src/features/systems/ManageView.tsx";
import "#src/features/systems/models.ts";
import { systemDeletion } from "#src/features/systems/publicationModel.ts";
import { makeUser } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";
import { BADGES } from "./support.ts";

afterEach(cleanup);

const ID = BADGES.resourceId;

async function open(
  differences: Partial<
    Pick<
      ConnectedSystem,
      "failedChangeCount" | "replaced" | "kind" | "accountCount" | "entitlementCount"
    >
  >,
) {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("systemManage", `/resources/${ID}/manage`, { resourceId: ID });
  await app.reply(getSystem, { ...BADGES, ...differences });
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  return app;
}

const tabs = () =>
  within(screen.getByRole("navigation", { name: "Screens of this system" }))
    .getAllByRole("link")
    .map(({ textContent }) => textContent);

it("an imported resource has only the screens that apply, and no settings are requested", async () => {
  const app = await open({ kind: null });
  expect(tabs()).toEqual(["Manage", "Entitlements"]);
  expect(screen.getByText("Not a connected system")).toBeDefined();
  expect(app.waiting(getPublication)).toEqual([]);
});

it("an imported resource shows what files brought, and leads to its role mapping and to the catalogue", async () => {
  await open({ kind: null, accountCount: 2018, entitlementCount: 530 });
  const details = screen.getAllByRole("definition").map(({ textContent }) => textContent);
  expect(details).toEqual(["2,018", "530"]);
  const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(hrefOf("Open Role Mapping")).toBe(`/resources/${ID}/role-mapping`);
  expect(hrefOf("Add resource")).toBe("/add-resource");
});

it("a connected system has all screens of its kind, and its published settings are compared", async () => {
  const app = await open({});
  expect(tabs()).toContain("Tasks");
  expect(tabs()).toContain("Match accounts");
  expect(app.waiting(getPublication)).toHaveLength(1);
});

it("counts the failed changes, and links to the preview", async () => {
  await open({ failedChangeCount: 3 });
  expect(screen.getByText("3 changes failed")).toBeDefined();
  const link = screen.getByRole("link", { name: "Show the preview" });
  expect(link.getAttribute("href")).toBe(`/resources/${ID}/preview-and-approve`);
});

it.each([0, undefined])("says nothing without failed changes: %s", async (count) => {
  await open(count === undefined ? {} : { failedChangeCount: count });
  expect(screen.getByText("Overview")).toBeDefined();
  expect(screen.queryByText(/changes? failed/)).toBeNull();
});

it("names accounts in which the system stored other values", async () => {
  const value = { account: "ann", attribute: "title", sent: ["Senior engineer"], stored: [] };
  await open({ replaced: { accounts: 7, first: [value, { ...value, stored: ["Senior en"] }] } });
  expect(screen.getByText("7 accounts have other values than Provision sent")).toBeDefined();
  expect(screen.getByText("ann, title: The system stored no value")).toBeDefined();
  expect(
    screen.getByText("ann, title: The system stored a different value: Senior en"),
  ).toBeDefined();
});

const LOST: SystemDeletion = {
  name: BADGES.name,
  accountCount: 1,
  entitlementCount: 2,
  runCount: 0,
  policyCount: 0,
  grantCount: 0,
  policies: [],
  accessRoleCount: 0,
  userCount: 0,
  fingerprint: "f",
};

async function lostOf(lost: SystemDeletion) {
  const app = await open({});
  await app.act(systemDeletion.open, { subject: { resourceId: ID, name: BADGES.name } });
  await app.reply(previewSystemDeletion, lost);
  const list = await screen.findByRole("region", { name: "What is lost" });
  return {
    list,
    lines: within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  };
}

it("the deletion lists all that is lost, and warns of open tasks", async () => {
  const { list, lines } = await lostOf({
    ...LOST,
    setup: {
      mappingCount: 1,
      ruleCount: 2,
      simulationCount: 0,
      decisionCount: 1,
      taskCount: 12,
      openTaskCount: 3,
      previewCount: 4,
      fileCount: 1,
      reviewCount: 5,
    },
  });
  expect(lines).toEqual([
    "1 account, 2 entitlements, 0 imports",
    "1 mapping",
    "2 correlation rules, 0 simulations, 1 decision about owners of accounts",
    "Names, owners and descriptions of 5 reviewed entitlements",
    "12 tasks. The audit trail still names who attested what.",
    "4 previews with values before and after each change",
    "1 uploaded file",
  ]);
  expect(within(list).getByText(/^3 open tasks are lost\./)).toBeDefined();
});

it("the deletion lists nothing that there is not", async () => {
  const { list, lines } = await lostOf(LOST);
  expect(lines).toEqual(["1 account, 2 entitlements, 0 imports"]);
  expect(within(list).queryByText(/open task/)).toBeNull();
});
