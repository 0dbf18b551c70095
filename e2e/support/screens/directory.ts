/** Dialogs of groups, access roles, people, cases and reports. */
import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import type { OrgVersion } from "#events/entities/grouping.ts";
import type { Api } from "../test.ts";
import type { Screen } from "./screen.ts";

interface Created {
  readonly oid: string;
  readonly version: number;
}

const uniqueName = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;

async function send<Body>(
  api: Api,
  method: "POST" | "PUT",
  path: string,
  data: unknown,
): Promise<Body> {
  const reply = await api.call(method, `/api/clients/${await api.client()}${path}`, data);
  expect(reply.ok(), await reply.text()).toBe(true);
  return (await reply.json()) as Body;
}

/** Creates a group with an org in it. @returns the name of the group */
async function addGroup(api: Api, org: string): Promise<string> {
  const { _embedded } = await api.read<{
    readonly _embedded: { readonly orgs: readonly OrgVersion[] };
  }>(`/mp-orgs/ungrouped?orgType=job-titles&contains=${encodeURIComponent(org)}`);
  const displayName = uniqueName("Desk");
  const reply = await api.call("PUT", `/api/mp-orgs/group?clientId=${await api.client()}`, {
    org: { orgType: "job-titles", displayName },
    ids: _embedded.orgs.map(({ oid, version }) => ({ oid, version })),
    toDelete: [],
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  return displayName;
}

/** Opens an access role that an org has. @returns its name */
async function openRole(page: Page, api: Api, title: string): Promise<string> {
  const name = uniqueName("Settlement desk");
  const content = { name, description: "", resourceOid: null, ownerOids: [] };
  const [release, payslip] = [await api.role("Wire Release"), await api.role("Payslip View")];
  const { oid, version } = await send<Created>(api, "POST", "/roles", {
    ...content,
    entitlementOids: [release, payslip],
  });
  await send(api, "PUT", `/roles/${oid}`, { ...content, entitlementOids: [payslip], version });
  const org = await api.org(title);
  const grant = { kind: "org", validFrom: null, validUntil: null, expected: null };
  await send(api, "PUT", `/roles/${oid}/grants/${org.oid}`, grant);
  await page.goto(`/rbac/access-roles/${oid}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  return name;
}

/** Opens a person who was created by hand. */
async function openPerson(page: Page, api: Api): Promise<void> {
  const username = uniqueName("temp").replace(" ", ".");
  const { oid } = await send<Created>(api, "POST", "/identities", {
    externalId: username,
    username,
    givenName: "Ada",
    familyName: "Lovelace",
    email: `${username}@example.com`,
    jobTitle: "Night Guard",
    department: "Control",
    location: "Harlan",
    manager: "",
  });
  await page.goto(`/identities/report/${oid}`);
  await expect(page.getByRole("heading", { level: 1, name: "Lovelace, Ada" })).toBeVisible();
}

/** Opens the dialog for a case about an orphaned account. */
async function openOrphan(page: Page): Promise<Locator> {
  await page.goto("/accounts/orphaned");
  const accounts = page.getByRole("grid", { name: "Orphaned accounts" });
  const open = accounts.getByRole("button", { name: /^Open case about/ }).first();
  await open.hover();
  await open.click();
  return page.getByRole("dialog", { name: "Open a case" });
}

export const DIRECTORY_SCREENS: readonly Screen[] = [
  {
    name: "the groups that names suggest",
    open: async (page) => {
      const orgs = (name: string, ranks: readonly string[]) =>
        ranks.map((rank) => ({
          oid: randomUUID(),
          version: 1,
          displayName: `${name} ${rank}`,
          memberCount: 12,
        }));
      await page.route("**/groups/suggestions?*", (route) =>
        route.fulfill({
          json: {
            suggestions: [
              { name: "Teller", groupOid: null, orgs: orgs("Teller", ["I", "II", "III", "IV"]) },
              { name: "Broker", groupOid: randomUUID(), orgs: orgs("Broker", ["1", "2"]) },
            ],
          },
        }),
      );
      await page.goto("/rbac-grouping/job-titles");
      await page.getByRole("button", { name: "Suggest groups" }).click();
      const dialog = page.getByRole("alertdialog", { name: "Suggested groups" });
      await expect(dialog.getByRole("button", { name: "Move 6 orgs" })).toBeEnabled();
      await dialog.getByRole("checkbox", { name: /^Broker/ }).uncheck();
      await expect(dialog.getByRole("button", { name: "Create 1 group" })).toBeEnabled();
    },
  },
  {
    name: "the effect of a move to a group",
    open: async (page, api) => {
      const group = await addGroup(api, "Specialist 1001");
      await page.goto("/rbac-grouping/job-titles");
      const ungrouped = page.getByRole("grid", { name: "Ungrouped" });
      await ungrouped.getByRole("checkbox").nth(1).check();
      await ungrouped
        .getByRole("checkbox")
        .nth(3)
        .click({ modifiers: ["Shift"] });
      const orgs = page.getByRole("region", { name: "Orgs outside of groups" });
      await orgs.getByRole("button", { name: "Move to…" }).click();
      const dialog = page.getByRole("alertdialog", { name: "Move 3 orgs" });
      await dialog.getByRole("radio", { name: group }).check();
      await expect(dialog).toContainText(/ people in 3 orgs inherit/);
    },
  },
  {
    name: "the question before a group is deleted",
    open: async (page, api) => {
      const group = await addGroup(api, "Specialist 1002");
      await page.goto("/rbac-grouping/job-titles");
      await page.getByRole("checkbox", { name: `Select ${group}` }).check();
      await page.getByRole("button", { name: "Delete" }).click();
      const question = page.getByRole("alertdialog", { name: `Delete ${group}?` });
      await expect(question).toContainText("1 person in 1 org inherits the same policies");
    },
  },
  {
    name: "New Role with a name that is missing",
    open: async (page) => {
      await page.goto("/rbac/access-roles");
      await page.getByRole("button", { name: "New role" }).first().click();
      const dialog = page.getByRole("dialog", { name: "New role" });
      await dialog.getByRole("button", { name: "Create role" }).click();
      await expect(dialog.getByText("Name is required")).toBeVisible();
    },
  },
  {
    name: "the copy of an access role",
    open: async (page, api) => {
      const name = await openRole(page, api, "Apprentice Cashier");
      await page.getByRole("button", { name: "Copy", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: `Copy ${name}` });
      await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
    },
  },
  {
    name: "the question before an access role is archived",
    open: async (page, api) => {
      const name = await openRole(page, api, "Mailroom Porter");
      await page.getByRole("button", { name: "Archive", exact: true }).click();
      const question = page.getByRole("alertdialog", { name: `Archive ${name}?` });
      // Other screens of the same server may have granted the org the same.
      await expect(question).toContainText(/(?:people|Nobody) would/);
    },
  },
  {
    name: "the losses before an access role is deleted, with another name than the role's",
    open: async (page, api) => {
      const name = await openRole(page, api, "Night Guard");
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      const question = page.getByRole("alertdialog", { name: `Delete ${name}?` });
      await expect(question).toContainText("1 org grants the role: Night Guard");
      await question.getByRole("textbox").fill("another role");
      await expect(question.getByText("This is not the name of the role")).toBeVisible();
    },
  },
  {
    name: "what restoring a version of an access role changes",
    open: async (page, api) => {
      await openRole(page, api, "Junior Teller");
      const versions = page.getByRole("list", { name: "Versions" });
      await expect(versions).toContainText("− Wire Release");
      await versions.getByRole("button", { name: "Restore version 1" }).click();
      const question = page.getByRole("alertdialog", { name: "Restore version 1?" });
      await expect(question).toContainText(/(?:people|Nobody) would/);
    },
  },
  {
    name: "the period of an access role in a policy",
    open: async (page, api) => {
      await openRole(page, api, "Junior Teller");
      await page.getByRole("button", { name: "Change the period of Junior Teller" }).click();
      const dialog = page.getByRole("dialog", { name: "Period of Junior Teller" });
      await dialog.getByLabel("First day (UTC)").fill("2030-02-01");
      await dialog.getByLabel("Last day (UTC)").fill("2030-01-01");
      await dialog.getByRole("button", { name: "Save period" }).click();
      await expect(dialog.getByLabel("Last day (UTC)")).toHaveAccessibleDescription(/before|after/);
    },
  },
  {
    name: "New Person with fields that are missing",
    open: async (page) => {
      await page.goto("/identities");
      await page.getByRole("button", { name: "New person" }).click();
      const dialog = page.getByRole("dialog", { name: "New person" });
      await dialog.getByRole("button", { name: "Create" }).click();
      await expect(dialog.getByText("ID is required")).toBeVisible();
    },
  },
  {
    name: "the form of a person who was created by hand",
    open: async (page, api) => {
      await openPerson(page, api);
      await page.getByRole("button", { name: "Edit", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Edit person" });
      await dialog.getByLabel("Last name").fill("");
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(dialog.getByText("Last name is required")).toBeVisible();
    },
  },
  {
    name: "the question before a person is ended",
    open: async (page, api) => {
      await openPerson(page, api);
      await page.getByRole("button", { name: "End", exact: true }).click();
      await expect(page.getByRole("alertdialog", { name: "End Lovelace, Ada?" })).toBeVisible();
    },
  },
  {
    name: "the form of a new case",
    open: async (page) => {
      const dialog = await openOrphan(page);
      await dialog.getByRole("searchbox", { name: "Find a user" }).fill("adm");
      await dialog.getByRole("combobox", { name: "Owner" }).selectOption("admin");
    },
  },
  {
    name: "the change of several cases",
    open: async (page) => {
      for (let cases = 0; cases < 2; cases += 1) {
        const dialog = await openOrphan(page);
        await dialog.getByRole("button", { name: "Open case" }).click();
        await expect(dialog).toBeHidden();
      }
      await page.goto("/cases?kind=orphanedAccount");
      await page.getByRole("checkbox", { name: "Select all" }).check();
      await page.getByRole("button", { name: /^Change selected/ }).click();
      const dialog = page.getByRole("dialog", { name: /^Change \d+ cases$/ });
      await dialog.getByLabel("What to do").selectOption("assign");
      await dialog.getByRole("button", { name: "Change cases" }).click();
      await expect(dialog.getByText("Choose a user", { exact: true }).last()).toBeVisible();
    },
  },
  {
    name: "the request of a report with an entitlement that is missing",
    open: async (page) => {
      await page.goto("/reports");
      await page.getByRole("button", { name: "New report" }).click();
      const dialog = page.getByRole("dialog", { name: "New report" });
      await dialog.getByLabel("Kind").selectOption("holders");
      await dialog.getByRole("button", { name: "Request report" }).click();
      const entitlement = dialog.getByLabel("Entitlement", { exact: true });
      await expect(entitlement).toHaveAccessibleDescription(/\w/);
    },
  },
  {
    name: "the choice of the recipients of a schedule",
    open: async (page, api) => {
      const reader = uniqueName("reader").replace(" ", ".");
      await api.addUser(reader, { roles: ["Role Mapper"] });
      await page.goto("/reports");
      await page.getByRole("button", { name: "Schedule a report" }).click();
      const dialog = page.getByRole("dialog", { name: "Schedule a report" });
      const recipients = dialog.getByRole("button", { name: "Recipients (0)" });
      await expect(recipients).toHaveAccessibleDescription(/have an email address/);
      await recipients.click();
      await page.getByRole("option", { name: reader }).click();
      await expect(page.getByRole("button", { name: "Recipients (1)" })).toBeAttached();
    },
  },
];
