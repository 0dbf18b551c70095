/** Rules that include and exclude entitlements of a system: their preview, and what the next import makes of them. */
import { writeFileSync } from "node:fs";
import { expectAccessible } from "./support/axe.ts";
import { fileOf, test } from "./support/connectorFolder.ts";
import { SystemJourney } from "./support/connectSystem.ts";
import { connectTable } from "./support/connectTable.ts";
import { expectNoOverhang } from "./support/labels.ts";
import { expect } from "./support/test.ts";

test.use({ serverOf: "provisioning" });

test("an administrator includes entitlements by a rule, sees what it leaves out, and imports by it @once", async ({
  signedIn: page,
  api,
  settings,
}) => {
  const file = await fileOf(settings, api, "desks.csv");
  const rows = ["user31,APP-Read", "user31,APP-Write", "user32,TMP-Audit"];
  writeFileSync(file, `login,role\n${rows.join("\n")}\n`);
  const resourceId = await connectTable(api, {
    name: "Desk system",
    path: "desks.csv",
    mappings: [],
    entitlementColumn: "role",
  });
  await page.goto(`/resources/${resourceId}/entitlement-review`);
  const list = page.getByRole("grid", { name: "Entitlements" });
  const row = (name: string) => list.getByRole("row").filter({ hasText: name });
  for (const name of ["APP-Read", "APP-Write", "TMP-Audit"]) {
    await expect(row(name)).toContainText("In use");
  }
  const open = page.getByRole("button", { name: "Include or exclude by rule" });
  const dialog = page.getByRole("dialog", { name: "Include or exclude entitlements by rule" });
  const included = dialog.getByRole("textbox", { name: "Include only" });
  const excluded = dialog.getByRole("textbox", { name: "Exclude" });

  await test.step("each change of the rules shows what they leave out", async () => {
    await open.press("Enter");
    await expect(dialog.getByText("The rules include 3 of 3 entitlements.")).toBeVisible();
    await included.fill("app-*");
    await expect(dialog.getByText("The rules include 2 of 3 entitlements.")).toBeVisible();
    await expect(dialog.getByText("No longer included: TMP-Audit")).toBeVisible();
    await excluded.fill("*-write");
    await expect(dialog.getByText("The rules include 1 of 3 entitlements.")).toBeVisible();
    await expect(dialog.getByText("No longer included: APP-Write and TMP-Audit")).toBeVisible();
    await expectAccessible(page);
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    await page.setViewportSize({ width: 360, height: 740 });
    await included.fill(`app-*\n${"x".repeat(200)}`);
    await expectNoOverhang(page, "at 360 px");
    await page.setViewportSize({ width, height });
    await included.fill("app-*");
  });
  /** The number of its holders. */
  const holders = (name: string) => row(name).getByRole("gridcell").nth(5);
  await test.step("the saved rules are shown, and change nothing until they are published", async () => {
    await dialog.getByRole("button", { name: "Save" }).press("Enter");
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();
    await expect(row("TMP-Audit")).toContainText("Not included");
    await expect(holders("TMP-Audit")).toHaveText("1");
  });
  await test.step("the next import takes only what the rules include", async () => {
    const journey = new SystemJourney(page, "Desk system");
    await journey.publish();
    await page.getByRole("button", { name: "Import now", exact: true }).click();
    const run = page.getByRole("region", { name: "Import 2", exact: true });
    // It changes more accounts than an import may without a person.
    await run.getByRole("button", { name: "Apply this plan" }).click({ timeout: 30_000 });
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Apply this plan" }).click();
    await expect(run.getByText("Done", { exact: true })).toBeVisible({ timeout: 30_000 });
    await journey.open("Entitlements");
    await expect(row("APP-Read")).toContainText("In use");
    await expect(holders("APP-Read")).toHaveText("1");
    await expect(row("APP-Write")).toContainText("Excluded by *-write");
    await expect(holders("APP-Write")).toHaveText("0");
    await expect(row("TMP-Audit")).toContainText("Not included");
    await expect(holders("TMP-Audit")).toHaveText("0");
  });
});
