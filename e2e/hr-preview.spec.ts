/** The preview of an HR system: who joins, moves and leaves, before and after an administrator applies it. */
import { writeFileSync } from "node:fs";
import { expectAccessible } from "./support/axe.ts";
import { fileOf, test } from "./support/connectorFolder.ts";
import { connectTable } from "./support/connectTable.ts";
import { expectNoOverhang } from "./support/labels.ts";
import { expect } from "./support/test.ts";

test.use({ serverOf: "hrPreview" });

test("an administrator sees whom an import of the HR system changes, and applies it @once", async ({
  signedIn: page,
  api,
  settings,
}) => {
  const file = await fileOf(settings, api, "people.csv");
  const write = (...people: readonly string[]) => {
    const lines = ["login,number,given,department", ...people];
    writeFileSync(file, `${lines.join("\n")}\n`);
  };
  write("ann,H1,Ann,Sales", "bob,H2,Bob,Sales");
  const resourceId = await connectTable(api, {
    name: "Payroll",
    path: "people.csv",
    mappings: [],
    people: { externalId: "number", givenName: "given", department: "department" },
  });
  write("ann,H1,Ann,Treasury", "bob,H2,Bob,Sales", "cyd,H3,Cyd,Sales");

  await page.goto(`/resources/${resourceId}/preview-and-approve`);
  // The first import lists the people who joined.
  await expect(page.getByRole("grid").getByText("Bob", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Generate preview", exact: true }).press("Enter");
  await expect(page.getByText("Waits for your decision", { exact: true })).toBeVisible({
    timeout: 30_000,
  });
  const people = page.getByRole("grid");
  await expect(people.getByText("Department: Sales → Treasury")).toBeVisible();
  await expect(people.getByText("Given name: – → Cyd; Department: – → Sales")).toBeVisible();
  await expect(people.getByText("Bob", { exact: true })).toBeHidden();
  await expectAccessible(page);
  await people.getByText("Ann", { exact: true }).click();
  const person = page.getByRole("dialog", { name: "Ann" });
  await expect(person.getByRole("row", { name: "Department Sales Treasury" })).toBeVisible();
  await page.keyboard.press("Escape");

  const found = async () => {
    const reply = await api.call(
      "GET",
      `/api/clients/${await api.client()}/identities?contains=H3`,
    );
    const { page: info } = (await reply.json()) as { page: { totalElements: number } };
    return info.totalElements;
  };
  expect(await found()).toBe(0);
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(people.getByText("Department: Sales → Treasury")).toBeVisible();
  await expectNoOverhang(page, "at 360 px");
  await page.getByRole("button", { name: "Apply this plan" }).press("Enter");
  const dialog = page.getByRole("alertdialog", { name: /^Apply/ });
  await dialog.getByRole("button", { name: "Apply this plan" }).press("Enter");
  await expect(page.getByText("Done", { exact: true })).toBeVisible({ timeout: 30_000 });
  expect(await found()).toBe(1);
});
