/** A case from a row of a report, and a preview of provisioning to the written file, without a pointer. */
import { readFileSync, writeFileSync } from "node:fs";
import { outboundDraft } from "../tests/server/mappings/support.ts";
import { fileOf, test } from "./support/connectorFolder.ts";
import { connectTable } from "./support/connectTable.ts";
import { press, tabTo, tabToElement } from "./support/tabTo.ts";
import { expect } from "./support/test.ts";

test.use({ serverOf: "hrPreview" });

test("an administrator opens a case from a row of a report by keyboard alone, and stays in the row @once", async ({
  signedIn: page,
}) => {
  await page.goto("/reports");
  await press(page, "button", "New report");
  const request = page.getByRole("dialog", { name: "New report" });
  await tabToElement(page, request.getByLabel("Kind"));
  await page.keyboard.type("Orphaned");
  await expect(request.getByLabel("Kind").locator("option:checked")).toHaveText(
    "Orphaned accounts",
  );
  await tabToElement(page, request.getByRole("button", { name: "Request report" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Orphaned accounts");
  const rows = page.getByRole("region", { name: "Rows" }).getByRole("grid");
  const second = rows.getByRole("row").nth(2);
  await expect(second).toContainText(/\w/, { timeout: 20_000 });

  await tabToElement(page, rows);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  const open = second.getByRole("button", { name: /^Open case about/ });
  const name = ((await open.getAttribute("aria-label")) ?? "").replace("Open case about ", "");
  await tabToElement(page, open);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Open a case" });
  await expect(dialog).toContainText(name);
  await tabTo(page, "textbox", "Comment");
  await page.keyboard.type("Whose account is this?");
  await tabToElement(page, dialog.getByRole("button", { name: "Open case" }));
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();

  // The button is gone: the list has the focus, with the same row, whose next control leads to the case.
  const show = second.getByRole("link", { name: `Show the case about ${name}` });
  await expect(show).toBeVisible();
  await expect(rows).toBeFocused();
  await expect(rows).toHaveAttribute(
    "aria-activedescendant",
    (await second.getAttribute("id")) ?? "no row",
  );
  await tabToElement(page, show);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/cases\/[0-9a-f-]{36}$/);
  await expect(page.getByText("Whose account is this?")).toBeVisible();
});

test("an administrator approves a preview by keyboard alone, and the file has the change @once", async ({
  signedIn: page,
  api,
  settings,
}) => {
  const file = await fileOf(settings, api, "safes.csv");
  writeFileSync(file, "login,mail\nuser51,old51@bank.example\n");
  const resourceId = await connectTable(api, {
    name: "Safe system",
    path: "safes.csv",
    mappings: [outboundDraft("username", "account/login"), outboundDraft("email", "account/mail")],
  });
  await page.goto(`/resources/${resourceId}/preview-and-approve`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Preview and Approve");
  await press(page, "button", "Generate preview");
  await expect(page.getByText("Waits for your decision", { exact: true })).toBeVisible({
    timeout: 30_000,
  });
  await press(page, "button", "Approve");
  const question = page.getByRole("alertdialog", { name: /^Approve preview/ });
  await expect(question).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe("login,mail\nuser51,old51@bank.example\n");
  await tabToElement(page, question.getByRole("button", { name: "Approve" }));
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();

  const preview = page.getByRole("region", { name: "Preview 1", exact: true });
  const status = preview.getByRole("status").first();
  await expect(status).toHaveText(/^Applied/, { timeout: 30_000 });
  expect(readFileSync(file, "utf8")).toBe("login,mail\nuser51,user51@bank.example\n");
  await expect(page.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
  const hasFocus = () => page.evaluate(() => document.activeElement !== document.body);
  expect(await hasFocus()).toBe(true);
});
