/** A CSV system from the catalogue to Live, and a mapping with a transform and its preview, without a pointer. */
import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { fileOf, test } from "./support/connectorFolder.ts";
import { press, tabTo, tabToElement } from "./support/tabTo.ts";
import { expect } from "./support/test.ts";

test.use({ serverOf: "provisioning" });

async function type(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, "textbox", name);
  await page.keyboard.type(text);
}

/** Confirms the question in a dialog. */
async function confirm(page: Page): Promise<void> {
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await tabToElement(page, question.getByRole("button").last());
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
}

test("an administrator connects a table file and maps a field by keyboard alone @once", async ({
  signedIn: page,
  api,
  settings,
}) => {
  const heading = page.getByRole("heading", { level: 1 });
  writeFileSync(
    await fileOf(settings, api, "gates.csv"),
    "login,mail\nuser21,user21@bank.example\nuser22,user22@bank.example\n",
  );

  await test.step("adds it from the catalogue", async () => {
    await page.goto("/add-resource");
    await press(page, "button", "Add CSV file");
    const dialog = page.getByRole("dialog", { name: "Add a resource with CSV file" });
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await page.keyboard.type("Gates");
    await page.keyboard.press("Enter");
    await expect(heading).toHaveText("Set Up Integration");
  });
  await test.step("configures and tests it", async () => {
    await tabTo(page, "combobox", "Where is the file?");
    await page.keyboard.press("ArrowDown");
    await type(page, "Path in the folder", "gates.csv");
    await type(page, "Column of the id", "login");
    await press(page, "button", "Save");
    await expect(page.getByText("The configuration was saved").last()).toBeVisible();
    await press(page, "button", "Test connection");
    await expect(page.getByText("The connection works")).toBeVisible();
  });
  await test.step("publishes, imports and confirms it", async () => {
    await press(page, "link", "Manage");
    await expect(heading).toHaveText("Gates");
    await press(page, "button", "Publish");
    await confirm(page);
    await expect(page.getByText("The settings of Gates were published")).toBeVisible();
    await press(page, "button", "Import now");
    const run = page.getByRole("region", { name: "Import 1", exact: true });
    await expect(run.getByText("Done", { exact: true })).toBeVisible({ timeout: 30_000 });
    await press(page, "link", "Confirm");
    await expect(heading).toHaveText("Confirm Integration");
    await press(page, "button", "Confirm integration");
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
  });
  await test.step("adds a mapping with a transform, and sees its preview", async () => {
    await press(page, "link", "Field mapping");
    await expect(heading).toHaveText("Field Mapping");
    await press(page, "link", "Inbound");
    await press(page, "link", "Map Email address");
    const attribute = page.getByRole("combobox", { name: "Attribute of the account" });
    await tabToElement(page, attribute);
    await page.keyboard.type("mail");
    await expect(attribute.locator("option:checked")).toHaveText("mail");
    await press(page, "button", "Add transform to source 1");
    await expect(page.getByRole("menu")).toBeVisible();
    await page.keyboard.type("Uppercase");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menu")).toHaveCount(0);
    const preview = page.getByRole("region", { name: "Preview", exact: true });
    await expect(preview.getByText("USER21@BANK.EXAMPLE").first()).toBeVisible();
    await press(page, "button", "Add mapping");
    await expect(page.getByText("The mapping was added.")).toBeVisible();
    await expect(heading).toHaveText("Email address");
  });
});
