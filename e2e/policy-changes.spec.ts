/** The history of a policy with undo, who has what, inheritance, and changes of many policies. */
import { readFile } from "node:fs/promises";
import { Builder } from "./support/builder.ts";
import { expect, test } from "./support/test.ts";

test.use({ serverOf: "policy changes" });

test("a policy's history says at which threshold it was applied, and undo takes a change back @once", async ({
  signedIn: page,
  api,
}) => {
  const { oid } = await api.org("Apprentice Cashier");
  await api.mine(oid);
  const builder = new Builder(page);
  await builder.open(oid);
  await builder.setPercentage(90);

  // Who is affected, before it is applied.
  await builder.pressApply();
  const confirmation = page.getByRole("dialog", { name: /Apprentice Cashier/ });
  await confirmation.getByRole("button", { name: "Show people" }).click();
  const affected = page.getByRole("dialog", { name: "Who gains or loses access" });
  const people = affected.getByRole("grid", { name: "People" });
  await expect(people).toHaveAttribute("aria-rowcount", "21");
  await expect(people.getByRole("row").nth(1)).toContainText("Wire Release");
  await page.keyboard.press("Escape");
  await expect(affected).toBeHidden();
  await expect(confirmation).toBeVisible();
  await page.keyboard.press("Escape");
  await builder.apply();
  await expect(page).toHaveURL(`/rbac/role-mapping/${oid}`);
  const history = page.getByRole("grid", { name: "Policy history" });
  await expect(history.getByRole("row").nth(1)).toContainText("Applied at 90%");
  await expect(history.getByRole("row").nth(1)).toContainText("4 added");

  // By keyboard: Enter on the row shows what changed, and offers undo.
  await history.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  const detail = page.getByRole("dialog", { name: "What changed" });
  await expect(detail.getByRole("grid", { name: "Changes of policies" })).toHaveAttribute(
    "aria-rowcount",
    "5",
  );
  await detail.getByRole("searchbox", { name: "Search orgs and entitlements" }).fill("wire");
  await expect(detail.getByRole("link", { name: "Wire Release" })).toBeVisible();
  await expect(detail.getByRole("link", { name: "Ledger Read" })).toBeHidden();

  // Who gained access when it was applied, searched and as a file.
  await expect(detail).toContainText("20 people gained access by policy and 0 people lost access");
  await detail.getByRole("button", { name: "Show people" }).click();
  const changed = page.getByRole("dialog", { name: "Who gained or lost access" });
  const gained = changed.getByRole("grid", { name: "People" });
  await expect(gained).toHaveAttribute("aria-rowcount", "21");
  await changed.getByRole("searchbox", { name: "Search people" }).fill("user7");
  await expect(gained).toHaveAttribute("aria-rowcount", "2");
  await expect(gained.getByRole("row").nth(1)).toContainText("Ledger Read");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    changed.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  const [header, line] = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(header).toContain("gains,loses");
  expect(line).toContain("Wire Release (Core Banking)");
  await changed.getByRole("radio", { name: "Lost access" }).check();
  await expect(changed).toContainText("No entries match your selection");
  await page.keyboard.press("Escape");
  await expect(changed).toBeHidden();

  await detail.getByRole("button", { name: "Undo" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Show people" }).click();
  await expect(people).toHaveAttribute("aria-rowcount", "21");
  await page.keyboard.press("Escape");
  await expect(affected).toBeHidden();
  await expect(question).toContainText("4 entitlements will be removed again");
  await expect(question).toContainText("20 people will lose access");
  await question.getByRole("button", { name: "Undo change" }).click();
  await expect(page.getByRole("region", { name: "Current policy" })).toContainText("No policy yet");
  await expect(history.getByRole("row").nth(1)).toContainText("Undo of a change");
  await expect(history.getByRole("row").nth(2)).toContainText("Undone");
});

test("the builder shows with one click who has an entitlement, who lacks it and why @once", async ({
  signedIn: page,
  api,
}) => {
  const { oid } = await api.org("Bond Settlement Clerk");
  await api.mine(oid);
  const builder = new Builder(page);
  await builder.open(oid);
  await builder.setPercentage(60);
  await expect(builder.row("Cheque Images")).toContainText("15 of 20");
  await page.getByRole("button", { name: /^Who has Cheque Images/ }).click();
  const dialog = page.getByRole("dialog", { name: "Who has Cheque Images?" });
  await expect(dialog).toContainText("15 of 20 members hold it");
  await expect(dialog).toContainText("15 outside policy");
  const people = dialog.getByRole("grid", { name: "People" });
  await expect(people).toHaveAttribute("aria-rowcount", "16");
  await dialog.getByRole("radio", { name: "Lack it" }).check();
  await expect(people).toHaveAttribute("aria-rowcount", "6");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(1 + 5);
});

test("many policies change at once as previewed, hand down what they have, and one undo takes it back @once", async ({
  signedIn: page,
  api,
}) => {
  await page.goto("/rbac/role-mapping");
  await page.getByRole("main").getByRole("link", { name: "Bulk Role Mapping" }).click();
  await expect(page).toHaveURL("/rbac/role-mapping/bulk");
  const orgs = page.getByRole("grid", { name: "Orgs" });
  const search = page.getByRole("searchbox", { name: "Search orgs" });
  for (const title of ["Guarantee Desk Clerk", "Hedge Accountant"]) {
    await search.fill(title);
    await expect(orgs.getByRole("row")).toHaveCount(2);
    await orgs.getByRole("checkbox", { name: title }).check();
  }
  await expect(page.getByText("2 orgs selected")).toBeVisible();
  const roles = page.getByRole("grid", { name: "Entitlements" });
  await roles.getByRole("button", { name: "Who has it? Payslip View" }).click();
  const holders = page.getByRole("dialog", { name: "Who has Payslip View?" });
  await expect(holders.getByText(/^[\d,]+ of [\d,]+ people hold it$/)).toBeVisible();
  await page.keyboard.press("Escape");
  await roles.getByRole("checkbox", { name: /Payslip View/ }).check();
  await page.getByRole("button", { name: "Show effect" }).click();
  const effect = page.getByRole("region", { name: "Effect", exact: true });
  await expect(effect.getByRole("table", { name: "Effect by entitlement" })).toContainText(
    "Payslip View",
  );
  await expect(effect.getByRole("status")).toContainText("40");
  await effect.getByRole("button", { name: "Apply to 2 orgs" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("40 people will gain access");
  await question.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("2 policies changed")).toBeVisible();

  const { oid } = await api.org("Hedge Accountant");
  const counted = () => api.read<{ readonly total: number }>(`/mp-orgs/${oid}/inducements/count`);
  expect((await counted()).total).toBe(1);
  await page
    .getByRole("alert")
    .or(page.getByRole("status"))
    .getByRole("button", { name: "Undo" })
    .click();
  await question.getByRole("button", { name: "Undo change" }).click();
  await expect(
    page.getByRole("grid", { name: "Policy history" }).getByRole("row").nth(1),
  ).toContainText("Undo of a change");
  expect((await counted()).total).toBe(0);
});

test("all orgs that match change as one, and a file gives each of its orgs exactly its policy @once", async ({
  signedIn: page,
  api,
}) => {
  await page.goto("/rbac/role-mapping/bulk");
  await page.getByRole("radio", { name: "Locations" }).check();
  const orgs = page.getByRole("grid", { name: "Orgs" });
  await expect(orgs.getByRole("row")).toHaveCount(4);
  await orgs.getByRole("checkbox", { name: "Select all" }).check();
  await expect(page.getByText("3 orgs selected")).toBeVisible();
  const roles = page.getByRole("grid", { name: "Entitlements" });
  await roles.getByRole("checkbox", { name: /Rota Edit/ }).check();
  await page.getByRole("button", { name: "Show effect" }).click();
  await page.getByRole("button", { name: "Apply to 3 orgs" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("3 policies changed")).toBeVisible();

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export policies (CSV)" }).click(),
  ]);
  const text = await readFile(await file.path(), "utf8");
  expect(text.trim().split("\r\n")).toHaveLength(1 + 3);
  const choose = async (content: string) =>
    page.locator("input[type=file]").setInputFiles({
      name: "policies.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(content),
    });
  await choose(
    text.replaceAll("Rota Edit", "Nothing").replaceAll(/,[0-9a-f-]{36},,\r\n/g, ",,,\r\n"),
  );
  await expect(page.getByText("3 lines can't be used")).toBeVisible();
  await expect(page.getByText("No entitlement is called Nothing").first()).toBeVisible();
  const ledger = await api.role("Ledger Read");
  const rota = await api.role("Rota Edit");
  await choose(text.replaceAll(rota, ledger));
  const effect = page.getByRole("region", { name: "Effect", exact: true });
  await expect(effect.getByRole("table", { name: "Effect by entitlement" })).toContainText(
    "Ledger Read",
  );
  await effect.getByRole("button", { name: "Apply to 3 orgs" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Apply" }).click();
  await expect(
    page.getByRole("grid", { name: "Policy history" }).getByRole("row").nth(1),
  ).toContainText("File with 3 policies");
});

test("an org shows what it inherits, and leads to the org that has it @once", async ({
  signedIn: page,
  api,
}) => {
  const { oid, parentOrgRef } = await api.org("Junior Teller");
  const parent = `/api/clients/${await api.client()}/mp-orgs/${parentOrgRef?.oid}`;
  await api.call("POST", `${parent}/induce`, [await api.role("Statements Index")]);
  await page.goto(`/rbac/role-mapping/${oid}`);
  const inherited = page.getByRole("grid", { name: "Inherited entitlements" });
  await expect(inherited.getByRole("row").nth(1)).toContainText("Statements Index");
  await expect(inherited.getByRole("row").nth(1)).toContainText("Job Titles");
  await inherited.getByRole("link", { name: "Statements Index" }).click();
  await expect(page).toHaveURL(`/rbac/role-mapping/${parentOrgRef?.oid}`);
  const policy = page.getByRole("grid", { name: /^Current policy/ });
  await expect(policy).toContainText("Statements Index");
});

test("[ROUTE-87] [ROUTE-71] bulk changes, policy files and undo of one resource do not affect the entitlements of other resources @once", async ({
  signedIn: page,
  api,
}) => {
  const { oid } = await api.org("Escrow Officer");
  const resourceId = await api.resource("Document Vault");
  const base = `/api/clients/${await api.client()}/mp-orgs/${oid}`;
  await api.call("POST", `${base}/induce`, [await api.role("Ledger Read")]);
  await page.goto(`/resources/${resourceId}/role-mapping`);
  await page.getByRole("main").getByRole("link", { name: "Bulk Role Mapping" }).click();
  await expect(page).toHaveURL(`/resources/${resourceId}/role-mapping/bulk`);
  await expect(page).toHaveTitle("Bulk Role Mapping | Provision");
  await expect(page.getByText("contain of Document Vault")).toBeVisible();
  const roles = page.getByRole("grid", { name: "Entitlements" });
  await expect(roles.getByRole("checkbox", { name: /Cheque Images/ })).toBeVisible();
  await expect(roles).not.toContainText("Ledger Read");

  const orgs = page.getByRole("grid", { name: "Orgs" });
  await page.getByRole("searchbox", { name: "Search orgs" }).fill("Escrow Officer");
  await expect(orgs.getByRole("row")).toHaveCount(2);
  await orgs.getByRole("checkbox", { name: "Escrow Officer" }).check();
  await roles.getByRole("checkbox", { name: /Cheque Images/ }).check();
  await page.getByRole("radio", { name: "Make equal" }).check();
  const sent = page.waitForRequest(`**/resources/${resourceId}/mp-orgs/bulk-update`);
  await page.getByRole("button", { name: "Show effect" }).click();
  const effect = page.getByRole("region", { name: "Effect", exact: true });
  await expect(effect.getByRole("table", { name: "Effect by entitlement" })).toContainText(
    "Cheque Images",
  );
  await effect.getByRole("button", { name: "Apply to 1 org" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Apply" }).click();
  await sent;
  await expect(page.getByText("1 policy changed")).toBeVisible();
  expect(await api.policyOf(oid)).toEqual(["Cheque Images", "Ledger Read"]);

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export policies (CSV)" }).click(),
  ]);
  const text = await readFile(await file.path(), "utf8");
  expect(text.trim().split("\r\n")).toHaveLength(1 + 1);
  const [images, archive] = [await api.role("Cheque Images"), await api.role("Archive Purge")];
  await page.locator("input[type=file]").setInputFiles({
    name: "policies.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(text.replaceAll(images, archive)),
  });
  const diff = page.getByRole("region", { name: "Import from CSV" });
  await expect(diff.getByRole("table", { name: "Effect by entitlement" })).toContainText(
    "Archive Purge",
  );
  await diff.getByRole("button", { name: "Apply to 1 org" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Apply" }).click();
  const history = page.getByRole("grid", { name: "Policy history" });
  await expect(history.getByRole("row").nth(1)).toContainText("File with 1 policy");
  // The policy was also changed for all resources, and this history leaves that change out.
  await expect(history.getByRole("row")).toHaveCount(1 + 2);
  expect(await api.policyOf(oid)).toEqual(["Archive Purge", "Ledger Read"]);

  await history.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  const detail = page.getByRole("dialog", { name: "What changed" });
  await expect(detail).toContainText("Archive Purge");
  await detail.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo change" }).click();
  await expect(history.getByRole("row").nth(1)).toContainText("Undo of a change");
  expect(await api.policyOf(oid)).toEqual(["Cheque Images", "Ledger Read"]);
  const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
  await crumbs.getByRole("link", { name: "Role Mapping" }).click();
  await expect(page).toHaveURL(`/resources/${resourceId}/role-mapping`);
});
