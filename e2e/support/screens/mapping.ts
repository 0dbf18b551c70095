/** States of Role Mapping and of the Access Policy Builder. */
import { expect, type Locator, type Page } from "@playwright/test";
import { Builder } from "../builder.ts";
import type { Api } from "../test.ts";
import { expectHeading, type Screen } from "./screen.ts";

const UNKNOWN = "00000000-0000-4000-8000-000000000000";

async function openBuilder(page: Page, api: Api, title: string): Promise<Builder> {
  const { oid } = await api.org(title);
  await api.mine(oid);
  const builder = new Builder(page);
  await builder.open(oid);
  return builder;
}

/** Gives an org and its parent an entitlement each, and opens the org. @returns the rows of its history */
async function openChanged(page: Page, api: Api, title: string): Promise<Locator> {
  const { oid, parentOrgRef } = await api.org(title);
  const client = `/api/clients/${await api.client()}`;
  const induce = async (org: string, name: string) => {
    const reply = await api.call("POST", `${client}/mp-orgs/${org}/induce`, [await api.role(name)]);
    expect(reply.ok()).toBe(true);
  };
  if (parentOrgRef !== null) await induce(parentOrgRef.oid, "Payslip View");
  await induce(oid, "Ledger Read");
  await page.goto(`/rbac/role-mapping/${oid}`);
  const inherited = page.getByRole("grid", { name: "Inherited entitlements" });
  await expect(inherited.getByRole("row").nth(1)).toContainText("Payslip View");
  return page.getByRole("grid", { name: "Policy history" }).getByRole("row");
}

export const MAPPING_SCREENS: readonly Screen[] = [
  {
    name: "Role Mapping list without a match",
    open: async (page) => {
      await page.goto("/rbac/role-mapping");
      await page.getByRole("searchbox", { name: "Search Job Titles" }).fill("zzzz");
      await expect(page.getByText("No entries match your selection")).toBeVisible();
    },
  },
  {
    name: "Bulk Role Mapping with the effect of a change",
    open: async (page) => {
      await page.goto("/rbac/role-mapping/bulk");
      await page.getByRole("searchbox", { name: "Search orgs" }).fill("Escrow Officer");
      const orgs = page.getByRole("grid", { name: "Orgs" });
      await expect(orgs.getByRole("row")).toHaveCount(2);
      await orgs.getByRole("checkbox", { name: "Escrow Officer" }).check();
      await page
        .getByRole("grid", { name: "Entitlements" })
        .getByRole("checkbox", { name: /Archive Purge/ })
        .check();
      await page.getByRole("button", { name: "Show effect" }).click();
      await expect(page.getByRole("region", { name: "Effect" })).toContainText("Gain access");
    },
  },
  {
    name: "an org with a change of its policy that inherits",
    open: async (page, api) => {
      const changes = await openChanged(page, api, "Card Dispute Handler");
      await expect(changes.nth(1)).toContainText("1 added");
    },
  },
  {
    name: "what changed in a policy",
    open: async (page, api) => {
      const changes = await openChanged(page, api, "Hedge Accountant");
      await changes.nth(1).click();
      const dialog = page.getByRole("dialog", { name: "What changed" });
      await expect(dialog).toContainText("Ledger Read");
    },
  },
  {
    name: "the question before a change of a policy is undone",
    open: async (page, api) => {
      const changes = await openChanged(page, api, "Bond Settlement Clerk");
      await changes.nth(1).hover();
      await changes.nth(1).getByRole("button", { name: "Undo" }).click();
      const question = page.getByRole("alertdialog", { name: "Undo this change?" });
      await expect(question).toContainText("1 entitlement will be removed again");
    },
  },
  {
    name: "who has an entitlement",
    open: async (page, api) => {
      const builder = await openBuilder(page, api, "Deposit Analyst");
      await builder.setPercentage(90);
      await page.getByRole("button", { name: /^Who has Wire Release/ }).click();
      await expect(page.getByRole("dialog")).toContainText("18 of 20 members hold it");
    },
  },
  {
    name: "an org that does not exist",
    open: async (page) => {
      await page.goto(`/rbac/role-mapping/${UNKNOWN}`);
      await expectHeading(page, "Org not found");
    },
  },
  {
    name: "Access Policy Builder with banners and hints",
    open: async (page, api) => {
      const { oid } = await api.org("Night Guard");
      await api.mine(oid);
      await page.goto(`/rbac/role-mapping/${oid}/access-policy-builder`);
      const builder = new Builder(page);
      await builder.setPercentage(30);
      await builder.expectShown(["Ledger Read"]);
      await page.getByRole("switch", { name: "Show Hints" }).check();
      await expect(builder.row("Ledger Read")).toContainText("while 60% are not");
    },
  },
  {
    name: "Access Policy Builder with a partial resource and a refused apply",
    open: async (page, api) => {
      const builder = await openBuilder(page, api, "Deposit Analyst");
      await builder.setPercentage(30);
      await builder.tick("Wire Release", false);
      await builder.filter.fill("r");
      await builder.pressApply();
      await expect(page.getByText("Please clear filter before submitting")).toBeVisible();
    },
  },
  {
    name: "Access Policy Builder with the effect of an apply",
    open: async (page, api) => {
      const builder = await openBuilder(page, api, "Deposit Analyst");
      await builder.pressApply();
      await expect(page.getByRole("region", { name: "Effect on people" })).toBeVisible();
    },
  },
  {
    name: "Access Policy Builder with the resource filter open",
    open: async (page, api) => {
      await openBuilder(page, api, "Deposit Analyst");
      await page.getByRole("button", { name: "Filter By Resource (3)" }).click();
      await expect(page.getByRole("option", { name: "Core Banking" })).toBeVisible();
    },
  },
  {
    name: "the question before leaving",
    open: async (page, api) => {
      const builder = await openBuilder(page, api, "Deposit Analyst");
      await builder.tick("Ledger Read", false);
      await page.getByRole("link", { name: "Cancel" }).first().click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
];
