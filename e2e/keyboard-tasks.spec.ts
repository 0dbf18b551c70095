/** Whole tasks with access roles and policies without a pointer. */
import type { Page } from "@playwright/test";
import { CREW_SIZE } from "./support/directory.ts";
import { press, tabTo, tabToElement } from "./support/tabTo.ts";
import { expect, test } from "./support/test.ts";

test.use({ serverOf: "keyboard tasks" });

/** Searches the list of a dialog until one row is left, and chooses it. */
async function pick(page: Page, search: string, text: string): Promise<void> {
  await tabTo(page, "searchbox", search);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
  const grid = page.getByRole("dialog").getByRole("grid");
  await expect(grid.getByRole("row")).toHaveCount(1 + 1);
  await expect(grid.getByRole("row").last()).toContainText(text);
  await tabToElement(page, grid);
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
}

test("an administrator creates an access role and gives it to an org by keyboard alone @once", async ({
  signedIn: page,
}) => {
  const heading = page.getByRole("heading", { level: 1 });
  const dialog = (name: string) => page.getByRole("dialog", { name });

  await page.goto("/rbac/access-roles");
  await expect(heading).toHaveText("Access Roles");
  await press(page, "button", "New role");
  await expect(dialog("New role").getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Typed role");
  await page.keyboard.press("Enter");
  await expect(heading).toHaveText("Typed role");

  await test.step("adds two entitlements", async () => {
    await press(page, "button", "Add entitlements");
    const rows = dialog("Add entitlements").getByRole("grid").getByRole("row");
    for (const name of ["Ledger Read", "Payslip View"]) {
      await pick(page, "Search entitlements", name);
      await expect(rows.last()).toContainText("Added");
    }
    await press(page, "button", "Done");
    await expect(page.getByRole("button", { name: "Add entitlements" })).toBeFocused();
    await press(page, "button", "Save");
    await expect(page.getByText("Typed role was saved.")).toBeVisible();
  });
  await test.step("gives it to an org", async () => {
    await press(page, "button", "Add org");
    await pick(page, "Search orgs", "Night Guard");
    const grant = dialog("Give the role to Night Guard");
    await expect(grant).toBeVisible();
    await tabToElement(page, grant.getByRole("button", { name: "Give role" }));
    await page.keyboard.press("Enter");
    await expect(page.getByText("The policy of Night Guard grants the role.")).toBeVisible();
    await press(page, "button", "Done");
    await expect(page.getByRole("button", { name: "Add org" })).toBeFocused();
    await expect(page.getByRole("region", { name: "People", exact: true })).toContainText(
      `${CREW_SIZE} results`,
    );
  });
});

test("an administrator changes two policies with a preview by keyboard alone @once", async ({
  signedIn: page,
  api,
}) => {
  const orgs = ["Escrow Officer", "Guarantee Desk Clerk"];
  await page.goto("/rbac/role-mapping/bulk");
  await expect(page.getByRole("grid").first().getByRole("row").nth(1)).toBeVisible();

  for (const org of orgs) {
    await tabTo(page, "searchbox", "Search orgs");
    await page.keyboard.press("Control+a");
    await page.keyboard.type(org);
    const grid = page.getByRole("region", { name: /Orgs/ }).getByRole("grid").first();
    await expect(grid.getByRole("row")).toHaveCount(1 + 1);
    await expect(grid.getByRole("row").last()).toContainText(org);
    await tabToElement(page, grid);
    await page.keyboard.press("Home");
    await page.keyboard.press("Space");
  }
  await expect(page.getByText("2 orgs selected")).toBeVisible();
  await tabTo(page, "searchbox", "Search entitlements");
  await page.keyboard.type("Ledger Read");
  const entitlements = page
    .getByRole("region", { name: /Entitlements/ })
    .getByRole("grid")
    .first();
  await expect(entitlements.getByRole("row")).toHaveCount(1 + 1);
  await tabToElement(page, entitlements);
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await press(page, "button", "Show effect");
  await expect(page.getByRole("button", { name: "Apply to 2 orgs" })).toBeVisible();
  await press(page, "button", "Apply to 2 orgs");
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await tabToElement(page, question.getByRole("button", { name: /^Apply/ }));
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  for (const org of orgs) {
    const { oid } = await api.org(org);
    await expect.poll(() => api.policyOf(oid)).toContain("Ledger Read");
  }
});
