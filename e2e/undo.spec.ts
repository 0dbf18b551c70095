import { Builder } from "./support/builder.ts";
import { heldAtLeast } from "./support/directory.ts";
import { expect, test } from "./support/test.ts";

test.beforeEach(async ({ signedIn: page, api }) => {
  const { oid } = await api.org("Bond Settlement Clerk");
  await api.mine(oid);
  await new Builder(page).open(oid);
});

test("buttons and keys undo and redo ticks and ranges of ticks, but text fields keep these keys @once", async ({
  page,
}) => {
  const builder = new Builder(page);
  const undo = page.getByRole("button", { name: /^Undo/ });
  const redo = page.getByRole("button", { name: /^Redo/ });
  const said = page.getByRole("status").filter({ hasText: /^(?:Undone|Redone)/ });
  await builder.setPercentage(30);
  await expect(undo).toHaveAttribute("aria-disabled", "true");
  const all = heldAtLeast(30).length;
  await expect(page.getByText(`Select ${all} shown`)).toBeVisible();

  await builder.tick("Ledger Read", false);
  await builder.tick("HR Portal", false);
  await page.getByRole("checkbox", { name: `Select ${all} shown` }).check();
  await expect(builder.checkbox("Ledger Read")).toBeChecked();

  await undo.click();
  await expect(said).toHaveText(`Undone: select ${all} shown`);
  await expect(builder.checkbox("HR Portal")).not.toBeChecked();
  await page.keyboard.press("Control+z");
  await expect(said).toHaveText("Undone: clear HR Portal");
  await expect(builder.checkbox("HR Portal")).toBeChecked();
  await expect(builder.checkbox("Ledger Read")).not.toBeChecked();
  await page.keyboard.press("Control+y");
  await expect(said).toHaveText("Redone: clear HR Portal");
  await expect(builder.checkbox("HR Portal")).not.toBeChecked();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(builder.checkbox("Ledger Read")).toBeChecked();
  await page.keyboard.press("Control+Shift+z");
  await expect(builder.checkbox("Ledger Read")).not.toBeChecked();

  await builder.tick("Payslip View", false);
  await expect(redo).toHaveAttribute("aria-disabled", "true");

  await expect(builder.checkbox("Payslip View")).not.toBeChecked();
  await builder.filter.pressSequentially("payslip");
  await builder.filter.press("Control+z");
  await expect(builder.checkbox("Payslip View")).not.toBeChecked();

  // Shift takes all entitlements from the last one, by click and by key, which is one step.
  await builder.filter.fill("");
  const checkedNames = () =>
    builder.table
      .getByRole("row", { level: 2 })
      .getByRole("checkbox", { checked: true })
      .evaluateAll((boxes) => boxes.map((box) => box.getAttribute("aria-label")));
  await page.getByRole("checkbox", { name: `Select ${all} shown` }).check();
  await builder.tick("Wire Release", false);
  await builder.checkbox("Statements Index").click({ modifiers: ["Shift"] });
  const outside = ["Ledger Read", "Cheque Images", "Archive Purge", "Payslip View", "Rota Edit"];
  await expect.poll(checkedNames).toEqual(outside);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+Space");
  await expect.poll(checkedNames).toEqual(["Ledger Read", "Payslip View", "Rota Edit"]);
  await undo.click();
  await expect(said).toHaveText("Undone: clear the range to Archive Purge");
  await undo.click();
  await expect(said).toHaveText("Undone: clear the range to Statements Index");
  await expect
    .poll(checkedNames)
    .toEqual(heldAtLeast(30).filter((name) => name !== "Wire Release"));
});

test("columns sort ascending, descending, and in the report's order @once", async ({ page }) => {
  const builder = new Builder(page);
  await builder.setPercentage(30);
  const received = heldAtLeast(30);
  await builder.expectShown(received);
  const header = (name: string) =>
    builder.table.getByRole("columnheader").filter({
      has: page.getByRole("button", { name, exact: true }),
    });
  const press = (name: string) => header(name).getByRole("button", { name, exact: true }).click();

  await press("Name");
  await expect(header("Name")).toHaveAttribute("aria-sort", "ascending");
  await builder.expectShown([
    "Branch Reports",
    "Ledger Read",
    "Vault Override",
    "Wire Release",
    "Archive Purge",
    "Cheque Images",
    "Statements Index",
    "Payslip View",
    "Rota Edit",
  ]);
  await press("Name");
  await expect(header("Name")).toHaveAttribute("aria-sort", "descending");
  await press("Name");
  await expect(header("Name")).not.toHaveAttribute("aria-sort", /./);
  await builder.expectShown(received);
  await press("Identities");
  await expect(header("Identities")).toHaveAttribute("aria-sort", "ascending");
  await expect.poll(async () => (await builder.shown())[0]).toBe("Vault Override");
});
