/** Second factors: an authenticator app and a passkey are set up in the profile, or in a sign-in that requires one. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { codeAt } from "../tests/server/auth/factors/support.ts";
import { addPasskeys } from "./support/passkeys.ts";
import { PASSWORD } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

test.use({ serverOf: "second factors", host: "localhost" });

test.beforeEach(async ({ page }) => {
  await page.goto("/");
});

async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel("Username").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.goto("/logout");
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await page.goto("/");
}

/** Sets up an app on the open screen by typing its key. @returns the key */
async function setUpApp(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  await expect(
    dialog.getByRole("img", { name: "QR code for your authenticator app" }),
  ).toBeVisible();
  const key = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
  const field = dialog.getByRole("textbox", { name: "Security code" });
  await field.fill("000000");
  await dialog.getByRole("button", { name: "Finish" }).click();
  await expect(dialog.getByText("The code is incorrect or already used")).toBeVisible();
  await field.fill(codeAt(key, new Date()));
  await dialog.getByRole("button", { name: "Finish" }).click();
  return key;
}

/** @returns the codes, which are shown once */
async function keepCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(dialog.getByRole("listitem")).toHaveCount(10);
  const codes = await dialog.getByRole("listitem").allTextContents();
  await dialog.getByRole("button", { name: "I saved the codes" }).click();
  await expect(dialog).toBeHidden();
  return codes;
}

async function removeFactor(page: Page, name: string): Promise<void> {
  await page.goto("/profile");
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("You have no second factor.")).toBeVisible();
}

test("[SIGN-1] [PROF-4] an authenticator app protects the account, and recovery codes replace it @once", async ({
  page,
}) => {
  await enterPassword(page);
  await expect(page).toHaveURL("/dashboard");
  await page.goto("/profile");
  const key = await setUpApp(page);
  const [code = ""] = await keepCodes(page);
  await page.getByRole("button", { name: "Rename Authenticator app" }).click();
  await page.getByLabel("Name", { exact: true }).fill("My phone");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("list", { name: "Second factors" })).toContainText("My phone");

  await signOut(page);
  await enterPassword(page);
  await expect(page).toHaveTitle("Second Factor | Provision");
  // The password alone opens nothing.
  await page.goto("/users");
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await enterPassword(page);
  await page.getByLabel("Security code").fill("000000");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("The code is incorrect or already used")).toBeVisible();
  // The setup's code is used up: the app shows the next one.
  await page.getByLabel("Security code").fill(codeAt(key, new Date(), 1));
  await page.getByLabel("Security code").press("Enter");
  await expect(page).toHaveURL(/\/users$/);

  await signOut(page);
  await enterPassword(page);
  await page.getByLabel("Security code").fill(code);
  await page.getByLabel("Security code").press("Enter");
  await expect(page).toHaveURL("/dashboard");
  await page.goto("/profile");
  await expect(page.getByText("9 recovery codes are left.")).toBeVisible();
  await removeFactor(page, "My phone");
});

test("[SIGN-1] a passkey protects the account, and a client that requires a factor has users set it up first @once", async ({
  page,
}) => {
  await addPasskeys(page);
  await enterPassword(page);
  await page.getByLabel("Require a second factor").check();
  await page.getByRole("button", { name: "Save sign-in rules" }).click();
  await expect(page.getByText("The sign-in rules were saved.")).toBeVisible();

  await signOut(page);
  await enterPassword(page);
  await expect(page.getByRole("heading", { name: "Set up a second factor" })).toBeVisible();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await keepCodes(page);
  await expect(page).toHaveURL("/dashboard");

  await signOut(page);
  await enterPassword(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL("/dashboard");

  await page.goto("/profile");
  await page.getByRole("button", { name: "Remove Passkey" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Your organisation requires a second factor")).toBeVisible();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await page.goto("/dashboard");
  await page.getByLabel("Require a second factor").uncheck();
  await page.getByRole("button", { name: "Save sign-in rules" }).click();
  await expect(page.getByText("The sign-in rules were saved.")).toBeVisible();
  await removeFactor(page, "Passkey");
});

test("[SIGN-1] recovery codes can be copied, saved and printed, and a phone's keyboard completes the second step @once", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // As in browsers without a picker: the file is downloaded.
  await page.addInitScript(() => {
    Object.assign(window, { showSaveFilePicker: undefined, print: () => {} });
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  await enterPassword(page);
  await expect(page).toHaveURL("/dashboard");
  await page.goto("/profile");
  const key = await setUpApp(page);
  const dialog = page.getByRole("dialog", { name: "Your recovery codes" });
  const codes = dialog.getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const shown = await codes.allTextContents();
  await expect(dialog.getByRole("button", { name: "Copy" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("status")).toHaveText("Copied.");
  const text = `${shown.join("\n")}\n`;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  await page.keyboard.press("Tab");
  const downloading = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const file = await downloading;
  expect(file.suggestedFilename()).toBe("provision-recovery-codes.txt");
  expect(await readFile(await file.path(), "utf8")).toBe(text);
  await expect(dialog.getByRole("status")).toHaveText("Saved.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("status")).toHaveText("Sent to the printer dialog.");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Recovery codes for Provision")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "I saved the codes" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();

  await signOut(page);
  await enterPassword(page);
  await expect(page.getByLabel("Security code")).toBeFocused();
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > 360);
  expect(isWide).toBe(false);
  await page.keyboard.type(codeAt(key, new Date(), 1));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard");
  await removeFactor(page, "Authenticator app");
});
