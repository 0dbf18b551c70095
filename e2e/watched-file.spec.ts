/** A watched file: each new version of it is imported without a person. */
import { renameSync, writeFileSync } from "node:fs";
import { expectAccessible } from "./support/axe.ts";
import { fileOf, test } from "./support/connectorFolder.ts";
import { SystemJourney } from "./support/connectSystem.ts";
import { connectTable } from "./support/connectTable.ts";
import { expect } from "./support/test.ts";

test.use({ serverOf: "provisioning" });

test("an administrator has a file watched, and finds the import of its new version @once", async ({
  signedIn: page,
  api,
  settings,
}) => {
  const file = await fileOf(settings, api, "lockers.csv");
  writeFileSync(file, "login\nuser41\n");
  const resourceId = await connectTable(api, {
    name: "Locker system",
    path: "lockers.csv",
    mappings: [],
  });
  const journey = new SystemJourney(page, "Locker system");
  const watch = page.getByRole("checkbox", { name: "Import each new version of the file" });
  const imports = page.getByRole("grid", { name: "Imports" });

  await test.step("turns it on, which takes effect when it is published", async () => {
    await page.goto(`/resources/${resourceId}/configuration`);
    await watch.press(" ");
    await expect(watch).toBeChecked();
    await expect(watch).toHaveAccessibleDescription(/has not changed for about 10 seconds/);
    await expectAccessible(page);
    await journey.save();
    await journey.publish();
    await expect(imports.getByRole("row").nth(1)).toContainText("1 new");
  });
  await test.step("puts a new version into the folder", async () => {
    writeFileSync(`${file}.part`, "login\nuser41\nuser42\nuser43\n");
    renameSync(`${file}.part`, file);
    const newest = async () => {
      await page.reload();
      await expect(imports.getByRole("row").nth(1)).toBeVisible();
      return imports.getByRole("row").nth(1).innerText();
    };
    const seen = expect.poll(newest, { timeout: 90_000, intervals: [1000] });
    await seen.toMatch(/Done[^]*2 new[^]*New version of the file/);
  });
  await test.step("looks at its new accounts", async () => {
    await imports.getByRole("row").nth(1).click();
    const run = page.getByRole("region", { name: "Import 2", exact: true });
    const accounts = run.getByRole("grid");
    await expect(accounts.getByText("user42", { exact: true })).toBeVisible();
    await expect(accounts.getByText("user43", { exact: true })).toBeVisible();
    await expect(accounts.getByText("user41", { exact: true })).toHaveCount(0);
  });
  await test.step("the setting is still on", async () => {
    await journey.open("Set up");
    await expect(watch).toBeChecked();
  });
});
