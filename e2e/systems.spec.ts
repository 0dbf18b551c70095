/** A connected system from the catalogue to Live: configured, tested, published, imported and confirmed. */
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

test("[CONN-1] [RES-1] [RES-15] an administrator connects a system and imports its accounts", async ({
  signedIn: page,
}) => {
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const upload = async (content: string) => {
    const chooser = page.waitForEvent("filechooser");
    await button("Choose a file").click();
    await (
      await chooser
    ).setFiles({ name: "terminal.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
    await expect(page.getByText("Sent. Save the configuration to use it.")).toBeVisible();
    await button("Save").first().click();
    await expect(page.getByText("The configuration was saved")).toBeVisible();
  };
  const screen = (name: string) =>
    page
      .getByRole("navigation", { name: "Screens of this system" })
      .getByRole("link", { name, exact: true })
      .click();
  const publish = async () => {
    await page
      .getByRole("region", { name: "Unpublished changes" })
      .first()
      .getByRole("button", { name: "Publish" })
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Publish" }).click();
    await expect(page.getByText(`The settings of ${NAME} were published`)).toBeVisible();
  };

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
    await page.getByLabel("Column of the id").fill("account");
    await page.getByLabel("Column of the account name").fill("login");
    await page.getByLabel("Column of entitlements").fill("role");
    await upload(FILE);
    await button("Test connection").click();
    await expect(page.getByText("The connection works")).toBeVisible();
    await page.getByRole("combobox", { name: "Attribute of the account" }).selectOption("mail");
    await page.getByLabel("It contains").selectOption("email");
    await button("Save").last().click();
    await expect(page.getByText("The import settings were saved")).toBeVisible();
  });
  await test.step("publishes, imports and confirms it", async () => {
    await screen("Manage");
    await publish();
    await button("Import now").click();
    const run = page.getByRole("region", { name: "Import 1", exact: true });
    await expect(run.getByText("Done", { exact: true })).toBeVisible({ timeout: 30_000 });
    await run.getByRole("grid").getByText("alan").click();
    await expect(page.getByRole("dialog", { name: "alan: before and after" })).toContainText(
      "alan@harborvale.example",
    );
    await page.keyboard.press("Escape");
    await screen("Confirm");
    await button("Confirm integration").click();
    await expect(page.getByText("This integration is confirmed")).toBeVisible();
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
  });
  await test.step("decides about a plan that removes too much", async () => {
    await screen("Set up");
    await upload(withoutAlan);
    await screen("Manage");
    await publish();
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
    await run.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Undo" }).click();
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
