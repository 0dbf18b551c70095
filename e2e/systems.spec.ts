/** A connected system from the catalogue to Live: configured, tested, published, imported and confirmed. */
import { SystemJourney, TABLE_COLUMNS } from "./support/connectSystem.ts";
import { expect, test } from "./support/test.ts";

const NAME = "Teller Terminal";
const FILE = [
  "account,login,mail,role",
  "a-1,ada,ada@harborvale.example,Drawer",
  "a-2,grace,grace@harborvale.example,Drawer",
  "a-3,alan,alan@harborvale.example,Vault",
].join("\n");
const withoutAlan = FILE.split("\n").slice(0, -1).join("\n");

test.use({ serverOf: "systems" });

test("[CONN-1] [RES-1] [RES-15] an administrator connects a system and imports its accounts @once", async ({
  signedIn: page,
}) => {
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const journey = new SystemJourney(page, NAME);

  await test.step("chooses the connector", async () => {
    await page.goto("/resources");
    await page.getByRole("link", { name: "Add resource" }).click();
    await button("Add CSV file").click();
    const dialog = page.getByRole("dialog", { name: "Add a resource with CSV file" });
    await dialog.getByLabel("Name").fill(NAME);
    await dialog.getByRole("button", { name: "Add resource" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set Up Integration");
  });
  await test.step("configures and tests it", async () => {
    await journey.fill(TABLE_COLUMNS);
    await journey.upload("terminal.csv", FILE);
    await journey.test();
    await page.getByRole("combobox", { name: "Attribute of the account" }).selectOption("mail");
    await page.getByLabel("It contains").selectOption("email");
    await button("Save").last().click();
    await expect(page.getByText("The import settings were saved")).toBeVisible();
  });
  await test.step("publishes, imports and confirms it", async () => {
    await journey.publish();
    await button("Import now").click();
    const run = page.getByRole("region", { name: "Import 1", exact: true });
    await expect(run.getByText("Done", { exact: true })).toBeVisible({ timeout: 30_000 });
    await run.getByRole("grid").getByText("alan").click();
    await expect(page.getByRole("dialog", { name: "alan: before and after" })).toContainText(
      "alan@harborvale.example",
    );
    await page.keyboard.press("Escape");
    await journey.confirm();
  });
  await test.step("decides about a plan that removes too much", async () => {
    await journey.open("Set up");
    await journey.upload("terminal.csv", withoutAlan);
    await journey.publish();
    await button("Import now").click();
    await expect(page.getByText("This plan waits for your decision")).toBeVisible({
      timeout: 30_000,
    });
    await button("Apply this plan").click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText("1 missing");
    await dialog.getByRole("button", { name: "Apply this plan" }).click();
    const run = page.getByRole("region", { name: "Import 2", exact: true });
    await expect(run.getByText("Done", { exact: true })).toBeVisible({ timeout: 30_000 });
  });
  await test.step("undoes the second import, because the first cannot be undone before it", async () => {
    const runs = page.getByRole("grid", { name: "Imports" });
    await runs.getByRole("row").nth(2).click();
    const first = page.getByRole("region", { name: "Import 1", exact: true });
    await first.getByRole("button", { name: "Undo" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Undo" }).click();
    await expect(dialog).toContainText("Later imports changed alan");
    await expect(dialog).toContainText("in this order: 2.");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await runs.getByRole("row").nth(1).click();
    const run = page.getByRole("region", { name: "Import 2", exact: true });
    await run.getByRole("button", { name: "Undo" }).click();
    await dialog.getByRole("button", { name: "Undo" }).click();
    const undo = page.getByRole("region", { name: "Import 3", exact: true });
    await expect(undo.getByText("Done", { exact: true })).toBeVisible({ timeout: 30_000 });
  });
  await test.step("deletes it after typing its name", async () => {
    await button("Delete").click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText("3 accounts");
    await dialog.getByLabel("Type the name of the system").fill(NAME);
    await dialog.getByRole("button", { name: "Delete system" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Systems");
    await expect(page.getByText(NAME, { exact: true })).toHaveCount(0);
  });
});
