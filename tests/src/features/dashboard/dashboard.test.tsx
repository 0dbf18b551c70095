// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { getClientCounts } from "#events/calls/directory.ts";
import { getAttention, getOnboarding } from "#events/calls/onboarding.ts";
import { listOrgs } from "#events/calls/orgs.ts";
import { PERMISSION_GROUPS, type PermissionCode } from "#events/rules/permissions.ts";
import { nextSteps, worthAPolicy } from "#src/features/dashboard/rules.ts";
import { View } from "#src/features/dashboard/View.tsx";
import {
  halList,
  makeClient,
  makeCounts,
  makeOnboarding,
  makeOrg,
  makeUser,
  uuid,
} from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";

const EMPTY_COUNTS = makeCounts({
  identities: 0,
  accounts: 0,
  unlinkedAccounts: 0,
  orgsWithMembers: 0,
  orgsWithoutPolicy: 0,
});

const NO_SYSTEMS = { unannounced: [] };

describe("the next steps", () => {
  it("start with the import while there are no identities, and end once everything is done", () => {
    expect(nextSteps(EMPTY_COUNTS, NO_SYSTEMS).map(({ kind }) => kind)).toEqual(["import"]);
    expect(nextSteps({ ...EMPTY_COUNTS, identities: 5, orgsWithMembers: 2 }, NO_SYSTEMS)).toEqual(
      [],
    );
  });

  it("name orgs without a policy before orphaned accounts, each with its numbers", () => {
    expect(nextSteps(makeCounts(), NO_SYSTEMS)).toEqual([
      { kind: "policies", withoutPolicy: 110, withMembers: 114 },
      { kind: "orphaned", orphaned: 40, accounts: 9000 },
    ]);
  });

  it("start with the five largest orgs that have members and no policy", () => {
    const orgs = [
      makeOrg(1, { memberCount: 90, inducementCount: 4 }),
      ...[80, 70, 60, 50, 40, 30].map((memberCount) => makeOrg(memberCount, { memberCount })),
      makeOrg(3, { memberCount: 0 }),
    ];
    expect(worthAPolicy(orgs).map(({ memberCount }) => memberCount)).toEqual([80, 70, 60, 50, 40]);
    expect(worthAPolicy([])).toEqual([]);
  });

  it("name job titles first and locations last, because members of large locations may have little in common", () => {
    const orgs = [
      makeOrg(1, { memberCount: 90, orgType: "locations" }),
      makeOrg(2, { memberCount: 80, orgType: "departments" }),
      makeOrg(3, { memberCount: 70, orgType: "job-titles" }),
      makeOrg(4, { memberCount: 60, orgType: "job-titles" }),
    ];
    expect(worthAPolicy(orgs).map(({ memberCount }) => memberCount)).toEqual([70, 60, 80, 90]);
  });
});

describe("the dashboard", () => {
  let app: TestApp;
  beforeEach(() => {
    app = createTestApp();
  });
  afterEach(cleanup);

  async function open(user = makeUser(), onboarding = makeOnboarding()): Promise<void> {
    await app.signIn(user);
    await app.open("dashboard", "/dashboard");
    render(
      <Provider value={app.scope}>
        <View />
      </Provider>,
    );
    if (app.waiting(getOnboarding).length > 0) await app.reply(getOnboarding, onboarding);
  }
  const card = (label: string) => screen.getByText(label).closest("[class*=card]");

  it("[ROUTE-10] shows the client and its directory's counts", async () => {
    await open();
    expect(screen.getByText("Meridian Bank")).toBeTruthy();
    await app.reply(getClientCounts, makeCounts());
    expect(card("Identities")?.textContent).toBe("Identities2,000");
    expect(card("Accounts")?.textContent).toBe("Accounts9,00040 orphaned");
    expect(card("Job Titles")?.textContent).toBe("Job Titles803 with a policy");
    expect(card("Orgs with a policy")?.textContent).toBe("Orgs with a policy4of 114 orgs");
    expect(screen.getByRole("link", { name: "Departments" }).getAttribute("href")).toBe(
      "/rbac/role-mapping?type=departments",
    );
  });

  it("names each system that needs attention, with a link to the screen that completes the work", async () => {
    await open();
    await app.reply(getClientCounts, makeCounts());
    const badges = { id: uuid(1), name: "Badges" };
    const none = { number: 1, runOid: null };
    await app.reply(getAttention, {
      items: [
        { kind: "plan", system: badges, number: 118, runOid: uuid(2) },
        { ...none, kind: "preview", system: badges, number: 7 },
        { ...none, kind: "failedChanges", system: badges, number: 3 },
        { kind: "failedRun", system: { id: uuid(3), name: "Payroll" }, number: 9, runOid: uuid(4) },
        { ...none, kind: "unpublished", system: badges },
        { ...none, kind: "matches", system: badges, number: 12 },
        { ...none, kind: "tasks", system: badges },
        { ...none, kind: "overdueCases", system: null, number: 2 },
      ],
      total: 60,
    });
    const panel = within(screen.getByRole("region", { name: "Needs attention" }));
    const rows = panel
      .getAllByRole("listitem")
      .map((row) => [row.textContent, within(row).getByRole("link").getAttribute("href")]);
    const system = `/resources/${uuid(1)}`;
    expect(rows).toEqual([
      ["BadgesPlan 118 waits for your decision", `${system}/manage?open=${uuid(2)}`],
      ["BadgesPreview 7 waits for approval", `${system}/preview-and-approve`],
      ["Badges3 approved changes failed", `${system}/preview-and-approve`],
      ["PayrollImport 9 failed", `/resources/${uuid(3)}/manage?open=${uuid(4)}`],
      ["BadgesChanges are not published", `${system}/manage`],
      ["Badges12 accounts need an owner", `${system}/match-user-accounts`],
      ["Badges1 open task", `${system}/tasks`],
      ["Cases2 cases are overdue", "/cases?due=overdue"],
    ]);
    expect(panel.getByText("and 52 more")).toBeTruthy();
    const names = panel.getAllByRole("link").map((link) => link.getAttribute("aria-label"));
    expect(names[0]).toBe("Badges: Plan 118 waits for your decision");
    expect(new Set(names).size).toBe(names.length);
  });

  it("says that nothing needs attention", async () => {
    await open();
    await app.reply(getClientCounts, makeCounts());
    await app.reply(getAttention, { items: [], total: 0 });
    expect(screen.getByText("Nothing needs your attention")).toBeTruthy();
    expect(screen.getByText("Nothing that you can open needs a decision.")).toBeTruthy();
  });

  it.each<[string, readonly PermissionCode[], boolean]>([
    ["owns systems", PERMISSION_GROUPS.ManageOwnResources, true],
    ["maps roles", PERMISSION_GROUPS.RoleMapping, true],
    ["opens neither systems nor cases", [], false],
  ])(
    "lists what needs attention only for a user who opens it: a user who %s",
    async (_who, group, isShown) => {
      await open(makeUser({}, ["users_self_update", "orgs_read", ...group]));
      await app.reply(getClientCounts, makeCounts());
      expect(app.waiting(getAttention)).toHaveLength(isShown ? 1 : 0);
      expect(screen.queryByRole("region", { name: "Needs attention" }) !== null).toBe(isShown);
    },
  );

  it("links each count to its list", async () => {
    await open();
    await app.reply(getClientCounts, makeCounts());
    const hrefOf = (name: string | RegExp) =>
      screen.getByRole("link", { name }).getAttribute("href");
    expect(hrefOf("Identities")).toBe("/identities");
    expect(hrefOf("40 orphaned")).toBe("/accounts/orphaned");
    expect(hrefOf("Resources")).toBe("/resources");
    const list = "/rbac/role-mapping";
    expect(hrefOf("3 with a policy")).toBe(`${list}?type=job-titles&policy=present`);
    expect(hrefOf("1 with a policy")).toBe(`${list}?type=departments&policy=present`);
    expect(screen.queryByRole("link", { name: "0 with a policy" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Orgs with a policy" })).toBeNull();
  });

  it("links the largest orgs without a policy", async () => {
    await open();
    await app.reply(getClientCounts, makeCounts());
    expect(app.waiting(listOrgs)[0]?.input.query).toEqual({ sort: "memberCount,desc", size: 20 });
    await app.reply(listOrgs, halList("orgs", [makeOrg(9, { displayName: "Teller" })]));
    const step = screen.getByText("110 orgs have members and no access policy").parentElement;
    const link = within(step as HTMLElement).getByRole("link", { name: "Teller" });
    expect(link.getAttribute("href")).toBe(`/rbac/role-mapping/${makeOrg(9).oid}`);
  });

  it("shows the next steps even if the largest orgs cannot be loaded", async () => {
    await open();
    await app.reply(getClientCounts, makeCounts());
    await app.fail(listOrgs);
    expect(screen.getByRole("link", { name: "Open Role Mapping" })).toBeTruthy();
  });

  it("offers the import in the browser, and shows the exact command", async () => {
    await open();
    await app.reply(getClientCounts, EMPTY_COUNTS);
    expect(screen.getByRole("link", { name: "Open Import" }).getAttribute("href")).toBe("/import");
    expect(screen.getByLabelText("Command").textContent).toBe(
      "npm run import -- --identities identities.csv --access access.csv",
    );
  });

  it("says that nothing is left to do", async () => {
    await open();
    await app.reply(getClientCounts, { ...EMPTY_COUNTS, identities: 3 });
    expect(screen.getByRole("heading", { name: "Nothing to do" })).toBeTruthy();
  });

  it.each([
    ["without the permission", makeUser({}, ["users_self_update", "orgs_read"])],
    [
      "of a client without administration",
      makeUser({ clients: [makeClient({ adminEnabled: false })] }),
    ],
  ])("[NAV-28] [NAV-29] links no orgs for a user %s, and requests none", async (_who, user) => {
    await open(user);
    await app.reply(getClientCounts, makeCounts());
    expect(app.waiting(listOrgs)).toEqual([]);
    expect(screen.queryByRole("link", { name: "Departments" })).toBeNull();
    expect(
      screen.getByText("An administrator with access to Role Mapping can do this."),
    ).toBeTruthy();
  });

  it("shows users who administer nothing what is theirs, and neither counts nor advice", async () => {
    await open(makeUser({}, ["users_self_update"]));
    expect(app.waiting(getClientCounts)).toEqual([]);
    expect(screen.queryByText("Identities")).toBeNull();
    expect(screen.queryByText("What to do next")).toBeNull();
    const links = within(screen.getByRole("region", { name: "Your account" }));
    expect(links.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/profile",
      "/profile/password",
      "/request-support",
    ]);
  });

  it("says in which order it suggests orgs, and leads to those without a policy", async () => {
    await open();
    await app.reply(getClientCounts, makeCounts());
    await app.reply(listOrgs, halList("orgs", [makeOrg(9)]));
    expect(screen.getByText(/^Job titles come first, then departments/)).toBeTruthy();
    const link = screen.getByRole("link", { name: "Departments without a policy" });
    expect(link.getAttribute("href")).toBe("/rbac/role-mapping?type=departments&policy=missing");
  });

  it("empties the counts on failure, reports it, and retries", async () => {
    await open();
    await app.reply(getClientCounts, makeCounts());
    await app.open("login", "/");
    await app.open("dashboard", "/dashboard");
    await app.fail(getClientCounts, { message: "The database is closed" });
    expect(screen.getByRole("alert").textContent).toContain("The database is closed");
    expect(screen.queryByText("2,000")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await app.reply(getClientCounts, makeCounts({ identities: 7 }));
    expect(card("Identities")?.textContent).toBe("Identities7");
  });
});
