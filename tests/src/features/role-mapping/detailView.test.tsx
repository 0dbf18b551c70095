// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { getAccessPolicyRoles } from "#events/calls/accessRoles.ts";
import { getResource, listIdentities } from "#events/calls/directory.ts";
import { countInducements, getAncestors, getOrg, listInducements } from "#events/calls/orgs.ts";
import { listPolicyChanges } from "#events/calls/policyChanges.ts";
import { View } from "#src/features/role-mapping/DetailView.tsx";
import { showPolicyRows } from "#src/features/role-mapping/policyModel.ts";
import {
  halList,
  makeIdentity,
  makeInducement,
  makeOrg,
  makePolicyCounts,
  makeResource,
  makeUser,
  uuid,
} from "../../support/fixtures.ts";
import { makeRole } from "../access-roles/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";

const ORG = makeOrg(1, { displayName: "Senior Teller", memberCount: 412, inducementCount: 2 });
const POLICY = makePolicyCounts({ "Core Banking": 2 });
const RESOURCE = makeResource(1, { name: "Core Banking" });

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
});
afterEach(cleanup);

function show(): void {
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
}
async function openGlobal(): Promise<void> {
  await app.open("roleMappingDetail", `/rbac/role-mapping/${ORG.oid}`, { oid: ORG.oid });
  show();
}
async function openForResource(): Promise<void> {
  await app.open("resourceRoleMappingDetail", `/resources/${RESOURCE.id}/role-mapping/${ORG.oid}`, {
    oid: ORG.oid,
    resourceId: RESOURCE.id,
  });
  show();
}
const linkTo = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
const context = () => screen.getByRole("heading", { level: 1 }).nextElementSibling?.textContent;

describe("the detail of an org", () => {
  it("[ROUTE-28] [ROLE-2] shows its name, type, members, policy and the link to the builder", async () => {
    await openGlobal();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Loading");
    const root = makeOrg(7, { displayName: "Job Titles" });
    const parent = makeOrg(8, { displayName: "Tellers", parentOrgRef: { oid: root.oid } });
    await app.reply(getOrg, ORG);
    await app.reply(countInducements, POLICY);
    await app.reply(getAncestors, halList("orgs", [root, parent]));
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Senior Teller");
    expect(context()).toBe("Job title in Tellers412 members2 entitlements in policy");
    expect(linkTo("Access Policy Builder")).toBe(
      `/rbac/role-mapping/${ORG.oid}/access-policy-builder`,
    );
    expect(screen.getByRole("button", { name: "Build for one resource" })).toBeTruthy();
  });

  it("[ROLE-3] [ROUTE-85] shows one resource's part of the policy, and says so", async () => {
    await openForResource();
    await app.reply(getOrg, { ...ORG, inducementCount: 3 });
    await app.reply(countInducements, POLICY);
    await app.reply(getResource, RESOURCE);
    expect(context()).toBe("Job title412 members2 entitlements in policyFor Core Banking only");
    expect(linkTo("Access Policy Builder")).toBe(
      `/resources/${RESOURCE.id}/role-mapping/${ORG.oid}/access-policy-builder`,
    );
    expect(linkTo("Show all resources")).toBe(`/rbac/role-mapping/${ORG.oid}`);
    expect(screen.queryByRole("button", { name: "Build for one resource" })).toBeNull();
  });

  it("shows users who map roles of one resource the history of its part of the policy", async () => {
    await app.signIn(
      makeUser({ resourceIds: [RESOURCE.id] }, ["resource_own_read", "resource_own_update"]),
    );
    await openForResource();
    await app.reply(getResource, RESOURCE);
    expect(app.waiting(listPolicyChanges).map(({ input }) => input.query)).toMatchObject([
      { orgOid: ORG.oid, resourceId: RESOURCE.id },
    ]);
    const history = screen.getByRole("region", { name: "Policy history" });
    expect(history.textContent).toContain("Who changed what of this resource only");
    await app.reply(listPolicyChanges, halList("changes", []));
    expect(history.textContent).toContain("No change was recorded yet.");
  });

  it("marks members without an account", async () => {
    await openGlobal();
    await app.reply(
      listIdentities,
      halList("identities", [
        makeIdentity(1, { accountCount: 3 }),
        makeIdentity(2, { accountCount: 0 }),
      ]),
    );
    const [, first, second] = within(screen.getByRole("grid", { name: "Members" })).getAllByRole(
      "row",
    );
    expect(first?.lastElementChild?.textContent).toBe("3");
    expect(second?.lastElementChild?.textContent).toBe("No account");
  });

  it("says that there is no policy or that there are no members", async () => {
    await openGlobal();
    await app.reply(getOrg, makeOrg(1));
    await app.reply(countInducements, makePolicyCounts({}));
    await app.reply(listIdentities, halList("identities", []));
    expect(screen.getByRole("heading", { name: "No policy yet" })).toBeTruthy();
    expect(screen.getByText(/^No identity is assigned to this org/)).toBeTruthy();
  });

  it("says that the policy consists of access roles only", async () => {
    await openGlobal();
    await app.reply(getOrg, makeOrg(1, { inducementCount: 1 }));
    await app.reply(countInducements, makePolicyCounts({}));
    await app.reply(getAccessPolicyRoles, halList("roles", [makeRole(1)]));
    const policy = within(screen.getByRole("region", { name: "Current policy" }));
    expect(policy.queryByRole("heading", { name: "No policy yet" })).toBeNull();
    expect(policy.getByRole("heading", { name: "Only access roles" })).toBeTruthy();
  });

  it.each([404, 400])("says that the org does not exist, with a link back (%i)", async (status) => {
    await openGlobal();
    await app.fail(getOrg, { status, code: "ENOTFOUND" });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Org not found");
    expect(linkTo("Back to Role Mapping")).toBe("/rbac/role-mapping");
  });

  it("shows any other error, and retries", async () => {
    await openGlobal();
    await app.fail(getOrg, { message: "The database is closed" });
    expect(screen.getByRole("alert").textContent).toContain("The database is closed");
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await app.reply(getOrg, ORG);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Senior Teller");
  });

  it("says that the resource does not exist", async () => {
    await openForResource();
    await app.fail(getResource, { status: 404, code: "ENOTFOUND" });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Resource not found");
  });

  it("asks before it removes, with a button named after the action", async () => {
    await openGlobal();
    await app.reply(getOrg, ORG);
    await app.reply(countInducements, POLICY);
    await app.reply(
      listInducements,
      halList("inducements", [makeInducement(1), makeInducement(2)]),
    );
    const list = screen.getByRole("grid", { name: /^Current policy/ });
    fireEvent.focus(list);
    fireEvent.keyDown(list, { key: "ArrowDown" });
    fireEvent.keyDown(list, { key: "Enter" });
    const question = await screen.findByRole("alertdialog");
    expect(question.textContent).toContain(
      "Entitlement 1 (Core Banking) will no longer be in the policy of Senior Teller.",
    );
    expect(within(question).getByRole("button", { name: "Remove" })).toBeTruthy();
  });

  it("shows loading, loaded and failed parts of a long policy", async () => {
    await openGlobal();
    await app.reply(getOrg, ORG);
    await app.reply(countInducements, makePolicyCounts({ "Core Banking": 1_000_000, "": 1 }));
    const list = screen.getByRole("grid", { name: /^Current policy/ });
    expect(list.getAttribute("aria-rowcount")).toBe("1000003");
    expect(within(list).getAllByText("1,000,000").length).toBeGreaterThan(0);
    expect(within(list).queryByRole("button")).toBeNull();
    await app.reply(listInducements, halList("inducements", [makeInducement(1)]));
    expect(within(list).getByRole("button", { name: "Remove Entitlement 1" })).toBeTruthy();
    expect(screen.getByText("1,000,001 total")).toBeTruthy();
    await app.act(showPolicyRows, { first: 1_000_000, end: 1_000_003 });
    expect(app.waiting(listInducements)[0]?.input.query).toMatchObject({
      resourceIds: uuid(4001),
      offset: 999_900,
    });
    await app.fail(listInducements, { message: "The database is closed" });
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toContain("The policy could not be loaded");
    expect(alert.textContent).toContain("The database is closed");
    fireEvent.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(app.waiting(countInducements)).toHaveLength(1);
  });
});
