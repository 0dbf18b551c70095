import { Builder, builderPath } from "./support/builder.ts";
import { expect, test } from "./support/test.ts";

test.beforeEach(async ({ signedIn: page, api }) => {
  const { oid } = await api.org("Fraud Investigator");
  await api.mine(oid);
  await page.goto(`/rbac/role-mapping/${oid}`);
  await page.getByRole("link", { name: "Access Policy Builder" }).click();
  await expect(new Builder(page).table).toBeVisible();
});

test("leaving with unapplied changes asks first, and leaving without changes does not @once", async ({
  page,
  api,
}) => {
  const { oid } = await api.org("Fraud Investigator");
  const builder = new Builder(page);
  await builder.tick("Ledger Read", false);
  const main = page.getByRole("navigation", { name: "Main" });
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });

  await main.getByRole("link", { name: "Dashboard" }).click();
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(builderPath(oid));
  await expect(builder.checkbox("Ledger Read")).not.toBeChecked();

  await page.goBack();
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(builderPath(oid));
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();

  await page.getByRole("link", { name: "Cancel" }).first().click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(`/rbac/role-mapping/${oid}`);
  expect(await api.policyOf(oid)).toEqual([]);

  await page.getByRole("link", { name: "Access Policy Builder" }).click();
  await expect(builder.table).toBeVisible();
  await main.getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("closing the tab with unapplied changes asks first @once", async ({ page }) => {
  const builder = new Builder(page);
  await builder.tick("Ledger Read", false);
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  const closed = page.waitForEvent("close");
  await dialog.accept();
  await closed;
});
