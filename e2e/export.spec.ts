import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import type { Page } from "@playwright/test";
import { Builder } from "./support/builder.ts";
import { heldAtLeast } from "./support/directory.ts";
import { expect, test } from "./support/test.ts";

test.beforeEach(async ({ signedIn: page, api }) => {
  const { oid } = await api.org("Bond Settlement Clerk");
  await api.mine(oid);
  // The picker is a system dialog, which a test cannot operate; one test replaces it.
  await page.addInitScript(() => Reflect.deleteProperty(window, "showSaveFilePicker"));
  await new Builder(page).open(oid);
});

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

test("the shown and the selected rows download as CSV @once", async ({ page }) => {
  const builder = new Builder(page);
  await builder.setPercentage(60);
  await builder.tick("Ledger Read", false);
  const download = async (entry: string) => {
    const downloaded = page.waitForEvent("download");
    await choose(page, entry);
    const file = await downloaded;
    const bytes = readFileSync(await file.path());
    const [header, ...records] = parse(bytes, { bom: true });
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(header).toEqual([
      "resource",
      "entitlement",
      "percentOfUsers",
      "roleOid",
      "holders",
      "members",
    ]);
    return { name: file.suggestedFilename(), records };
  };
  const shown = await download("Visible rows (CSV)");
  expect(shown.name).toMatch(/^Bond-Settlement-Clerk-shown-\d{4}-\d\d-\d\d\.csv$/);
  expect(shown.records.map(([, name]) => name)).toEqual(heldAtLeast(60));
  expect(shown.records[0]?.slice(0, 3)).toEqual(["Core Banking", "Ledger Read", "100"]);
  expect(shown.records[0]?.slice(4)).toEqual(["20", "20"]);
  await expect(
    page.getByText(`${heldAtLeast(60).length} entitlements exported as ${shown.name}.`),
  ).toBeVisible();
  const selected = await download("Selected rows (CSV)");
  expect(selected.records.map(([, name]) => name)).toEqual(
    heldAtLeast(60).filter((name) => name !== "Ledger Read"),
  );
});

test("an empty set of rows cannot be exported @once", async ({ page }) => {
  const builder = new Builder(page);
  await builder.filter.fill("no such name");
  await expect(page.getByText("No entries match your selection")).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByRole("menuitem", { name: "Visible rows (CSV)" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await expect(page.getByRole("menuitem", { name: "Selected rows (CSV)" })).not.toHaveAttribute(
    "aria-disabled",
    "true",
  );
});

test("an export is streamed to the file that the user picked @once", async ({ page }) => {
  await page.evaluate(() => {
    const log: string[] = [];
    Object.assign(window, {
      saved: log,
      showSaveFilePicker: async (options: { suggestedName: string }) => {
        log.push(options.suggestedName);
        return {
          createWritable: async () => ({
            write: async (bytes: Uint8Array) => void log.push(new TextDecoder().decode(bytes)),
            close: async () => void log.push("closed"),
          }),
        };
      },
    });
  });
  await choose(page, "Visible rows (CSV)");
  const saved = () => page.evaluate(() => Reflect.get(window, "saved") as string[]);
  await expect.poll(async () => (await saved()).at(-1)).toBe("closed");
  const [name, text] = await saved();
  expect(name).toMatch(/\.csv$/);
  expect(text).toContain("Core Banking,Ledger Read,100,");
});
