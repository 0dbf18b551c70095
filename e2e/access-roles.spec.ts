/** Access roles from creation to deletion, as a file, and given to many orgs at once. */
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { CREW_SIZE } from "./support/directory.ts";
import { expect, test } from "./support/test.ts";

test.use({ serverOf: "roles" });

/** In a dialog that chooses from a list. */
async function add(dialog: Locator, search: string, text: string): Promise<void> {
  await dialog.getByRole("searchbox", { name: search }).fill(text);
  const rows = dialog.getByRole("grid").getByRole("row");
  await expect(rows).toHaveCount(1 + 1);
  await rows.last().hover();
  await rows.last().getByRole("button", { name: /^Add / }).click();
  await expect(rows.last()).toContainText("Added");
}

/** On the screen of an access role. @returns the dialog */
async function ask(page: Page, button: string, title: string): Promise<Locator> {
  await page.getByRole("button", { name: button, exact: true }).click();
  return page.getByRole("alertdialog", { name: title });
}

test("[ROLE-1] an access role is created, given, restored, copied, archived and deleted, with its effect on people @once", async ({
  signedIn: page,
  api,
}) => {
  const role = page.getByRole("form", { name: "Access role" });
  const content = role.getByRole("list", { name: "Entitlements" });
  const versions = page.getByRole("list", { name: "Versions" }).getByRole("listitem");
  const version = (no: number) => versions.filter({ hasText: `Version ${no}` });
  const name = "Front counter";
  // The crew of the org, and the person.
  const all = CREW_SIZE + 1;

  await test.step("has entitlements of two resources and an owner", async () => {
    await page.goto("/rbac/access-roles");
    await page.getByRole("button", { name: "New role" }).first().click();
    const form = page.getByRole("dialog", { name: "New role" });
    await form.getByRole("textbox", { name: "Name" }).fill(name);
    await form.getByRole("button", { name: "Create role" }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await role.getByRole("button", { name: "Add entitlements" }).click();
    const picker = page.getByRole("dialog", { name: "Add entitlements" });
    await add(picker, "Search entitlements", "Ledger Read");
    await add(picker, "Search entitlements", "Payslip View");
    await picker.getByRole("button", { name: "Done" }).click();
    await role.getByRole("button", { name: "Add owner" }).click();
    const owners = page.getByRole("dialog", { name: "Add owners" });
    await add(owners, "Search people", "user7@");
    await owners.getByRole("button", { name: "Done" }).click();
    await role.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(`${name} was saved.`)).toBeVisible();
    await expect(content.getByRole("listitem")).toContainText([
      "Ledger Read Core Banking",
      "Payslip View HR Portal",
    ]);
    await expect(page.getByText("From 2 resources")).toBeVisible();
    await expect(role.getByRole("list", { name: "Owners" })).toContainText("Family, 7, Given7");
    await expect(version(2)).toContainText("+ Payslip View");
  });

  const people = page.getByRole("region", { name: "People", exact: true });
  await test.step("is assigned to a person for a period, which changes", async () => {
    await people.getByRole("button", { name: "Assign", exact: true }).click();
    const picker = page.getByRole("dialog", { name: "Assign to people" });
    await picker.getByRole("searchbox", { name: "Search people" }).fill("user300@");
    await picker.getByRole("gridcell", { name: /^Family, 300/ }).click();
    const grant = page.getByRole("dialog", { name: "Give the role to Family, 300, Given9" });
    await grant.getByLabel("First day (UTC)").fill("2090-02-01");
    await grant.getByLabel("Last day (UTC)").fill("2090-01-31");
    await grant.getByRole("button", { name: "Give role" }).click();
    await expect(grant.getByText("The end must be after the start")).toBeVisible();
    await grant.getByLabel("Last day (UTC)").fill("2090-03-31");
    await grant.getByRole("button", { name: "Give role" }).click();
    await expect(page.getByText("The role was assigned to Family, 300")).toBeVisible();
    await picker.getByRole("button", { name: "Done" }).click();
    await people.getByRole("radio", { name: "Assigned" }).check();
    const row = people.getByRole("row").filter({ hasText: "Family, 300" });
    await expect(row).toContainText("1 Feb 2090 to 31 Mar 2090");
    await expect(row).toContainText("Not yet");
    await row.hover();
    await row.getByRole("button", { name: /^Change the period/ }).click();
    const period = page.getByRole("dialog", { name: "Period of Family, 300, Given9" });
    await period.getByLabel("First day (UTC)").fill("");
    await period.getByRole("button", { name: "Save period" }).click();
    await expect(row).toContainText("Until 31 Mar 2090");
  });
  await test.step("is induced by an org", async () => {
    const orgs = page.getByRole("region", { name: "Orgs", exact: true });
    await orgs.getByRole("button", { name: "Add org" }).click();
    const picker = page.getByRole("dialog", { name: "Add orgs" });
    await picker.getByRole("searchbox", { name: "Search orgs" }).fill("Mailroom Porter");
    await picker.getByRole("gridcell", { name: "Mailroom Porter" }).click();
    const grant = page.getByRole("dialog", { name: "Give the role to Mailroom Porter" });
    await grant.getByRole("button", { name: "Give role" }).click();
    await expect(page.getByText("The policy of Mailroom Porter grants the role.")).toBeVisible();
    await picker.getByRole("button", { name: "Done" }).click();
    await expect(orgs.getByRole("row").filter({ hasText: "Mailroom Porter" })).toContainText(
      "Always",
    );
    await people.getByRole("radio", { name: "With the role" }).check();
    await expect(people.getByText(`${all} results`)).toBeVisible();
  });
  await test.step("says who loses access before a version is saved and who gains it before one is restored", async () => {
    await role.getByRole("button", { name: "Remove Payslip View" }).click();
    await expect(role.getByText(`${all} people would lose access.`)).toBeVisible();
    await role.getByRole("button", { name: "Save" }).click();
    await expect(version(3)).toContainText("− Payslip View");
    await expect(content.getByRole("listitem")).toHaveCount(1);
    await version(2).getByRole("button", { name: "Restore version 2" }).click();
    const question = page.getByRole("alertdialog", { name: "Restore version 2?" });
    await expect(question).toContainText(`${all} people would gain access.`);
    await expect(question).toContainText(`Payslip View (HR Portal): +${all}`);
    await question.getByRole("button", { name: "Restore version" }).click();
    await expect(page.getByText("Version 2 was restored.")).toBeVisible();
    await expect(version(4)).toContainText("+ Payslip View");
    await expect(content.getByRole("listitem")).toHaveCount(2);
  });
  const address = page.url();
  await test.step("is copied without its people", async () => {
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    const form = page.getByRole("dialog", { name: `Copy ${name}` });
    await form.getByRole("textbox", { name: "Name" }).fill("Back counter");
    await form.getByRole("button", { name: "Create copy" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Back counter" })).toBeVisible();
    await expect(content.getByRole("listitem")).toHaveCount(2);
    await expect(page.getByText("No policy grants this role.")).toBeVisible();
    await expect(people.getByText("Nobody.")).toBeVisible();
  });
  await test.step("grants nothing while it is archived", async () => {
    await page.goto(address);
    const archiving = await ask(page, "Archive", `Archive ${name}?`);
    await expect(archiving).toContainText(`${all} people would lose access.`);
    await archiving.getByRole("button", { name: "Archive role" }).click();
    await expect(page.getByText("This role is archived")).toBeVisible();
    const restoring = await ask(page, "Restore", `Restore ${name}?`);
    await expect(restoring).toContainText(`${all} people would gain access.`);
    await restoring.getByRole("button", { name: "Restore role" }).click();
    await expect(page.getByText("This role is archived")).toBeHidden();
  });
  await test.step("is deleted by its name, after its losses are listed", async () => {
    const question = await ask(page, "Delete", `Delete ${name}?`);
    await expect(question).toContainText(`${all} people would lose access.`);
    await expect(question).toContainText("1 org grants the role: Mailroom Porter");
    await expect(question).toContainText("The role is assigned to 1 person.");
    await question.getByRole("button", { name: "Show people" }).click();
    const losses = page.getByRole("dialog").filter({ has: page.getByRole("grid") });
    await losses.getByRole("searchbox").fill("Family, 300");
    await expect(losses.getByRole("row").nth(1)).toContainText("Family, 300, Given9");
    await losses.getByRole("button", { name: "Close" }).first().click();
    await question.getByRole("textbox", { name: "Type the name of the role" }).fill(name);
    await question.getByRole("button", { name: "Delete role" }).click();
    await expect(page).toHaveURL("/rbac/access-roles");
    await expect(page.getByText(`${name} was deleted.`)).toBeVisible();
    await expect(page.getByRole("link", { name: "Back counter" })).toBeVisible();
    await expect(page.getByRole("link", { name, exact: true })).toHaveCount(0);
    const { oid } = await api.org("Mailroom Porter");
    expect(await api.policyOf(oid)).toEqual([]);
  });
});

test("[ROLE-1] a file of access roles shows what it changes before it is applied, and a version undoes it @once", async ({
  signedIn: page,
  api,
}) => {
  const [read, release] = await Promise.all([api.role("Ledger Read"), api.role("Wire Release")]);
  const role = {
    name: "File teller",
    description: "",
    resourceOid: null,
    entitlementOids: [read],
    ownerOids: [],
  };
  const created = await api.call("POST", `/api/clients/${await api.client()}/roles`, role);
  const { oid } = (await created.json()) as { readonly oid: string };

  await page.goto("/rbac/access-roles?contains=File");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export entitlements" }).click(),
  ]);
  const text = await readFile(await file.path(), "utf8");
  expect(text.trim().split("\r\n")).toHaveLength(1 + 1);
  await page.locator("input[type=file]").setInputFiles({
    name: "role-entitlements.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      `${text.replaceAll(read, release)}File lead,Core Banking,Ledger Read,,\r\n`,
    ),
  });
  const panel = page.getByRole("region", { name: "Import from CSV" });
  await expect(panel.getByText("Creates 1 role and changes 1 role")).toBeVisible();
  await expect(panel.getByText("Gets Wire Release (Core Banking)")).toBeVisible();
  await expect(panel.getByText("Loses Ledger Read (Core Banking)")).toBeVisible();
  await panel.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Access roles created: 1, changed: 1.")).toBeVisible();
  await expect(page.getByRole("link", { name: "File lead" })).toBeVisible();

  await page.goto(`/rbac/access-roles/${oid}`);
  const entitlements = page.getByRole("list", { name: "Entitlements" });
  await expect(entitlements.getByRole("listitem")).toContainText(["Wire Release"]);
  const versions = page.getByRole("list", { name: "Versions" });
  await expect(versions).toContainText("+ Wire Release");
  await expect(versions).toContainText("− Ledger Read");
  await versions.getByRole("button", { name: "Restore version 1" }).click();
  const restoring = page.getByRole("alertdialog", { name: "Restore version 1?" });
  await restoring.getByRole("button", { name: "Restore version" }).click();
  await expect(entitlements.getByRole("listitem")).toContainText(["Ledger Read"]);
  await expect(entitlements.getByRole("listitem")).toHaveCount(1);
  await entitlements.getByRole("button", { name: "Who has it? Ledger Read" }).click();
  const holders = page.getByRole("dialog", { name: "Who has Ledger Read?" });
  await expect(holders.getByText(/^[\d,]+ of [\d,]+ people hold it$/)).toBeVisible();
});

test("[ROUTE-24] many orgs get an access role at once, from the list of access roles @once", async ({
  signedIn: page,
  api,
}) => {
  const role = {
    name: "Desk bundle",
    description: "",
    resourceOid: null,
    entitlementOids: [await api.role("Rota Edit")],
    ownerOids: [],
  };
  await api.call("POST", `/api/clients/${await api.client()}/roles`, role);
  await page.goto("/rbac/access-roles");
  await page.getByRole("main").getByRole("link", { name: "Bulk Role Mapping" }).click();
  await expect(page).toHaveURL("/rbac/access-roles/bulk");
  await page.getByRole("radio", { name: "Locations" }).check();
  const orgs = page.getByRole("grid", { name: "Orgs" });
  await expect(orgs.getByRole("row")).toHaveCount(4);
  await orgs.getByRole("checkbox", { name: "Select all" }).check();
  const roles = page.getByRole("grid", { name: "Access roles" });
  await roles.getByRole("checkbox", { name: "Desk bundle" }).check();
  await page.getByRole("button", { name: "Show effect" }).click();
  await page.getByRole("button", { name: "Apply to 3 orgs" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("3 policies changed")).toBeVisible();
});
