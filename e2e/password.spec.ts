/** A forgotten password, replaced by a mailed link, and changed. */
import type { Page } from "@playwright/test";
import { mailIn } from "./support/mails.ts";
import { PASSWORD } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

const EMAIL = "admin@example.com";
const NEW = "chosen-by-a-link-1";

test.use({ serverOf: "password", settings: { PROVISION_ADMIN_EMAIL: EMAIL } });

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel("Username").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("[SIGN-3] [ROUTE-6] [ROUTE-8] [ROUTE-14] [PROF-3] a user chooses a new password by a mailed link and changes it back @once", async ({
  page,
  provision,
}) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page).toHaveTitle("Forgot Password | Provision");
  await page.getByLabel("Email address").fill(EMAIL);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { name: "Email is not set up" })).toBeVisible();
  const subject = "Choose a new password for Provision";
  await expect
    .poll(() => mailIn(provision.server.directory, subject), { intervals: [50, 100, 200] })
    .toBeDefined();
  const [link = ""] = /http:\S+/.exec(mailIn(provision.server.directory, subject) ?? "") ?? [];

  await page.goto(link);
  await expect(page).toHaveURL("/reset-password");
  await page.reload();
  await expect(page.getByText("Choose a new password for admin.")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill(NEW);
  await page.getByLabel("Confirm new password").fill(NEW);
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByText("Your password was changed. Sign in with it.")).toBeVisible();
  await signIn(page, PASSWORD);
  await expect(page.getByText("Couldn't sign in")).toBeVisible();
  await signIn(page, NEW);
  await expect(page).toHaveURL("/dashboard");

  await page.goto(link);
  await expect(page.getByText("This link is already used")).toBeVisible();

  await page.goto("/profile/password");
  await expect(page).toHaveTitle("Manage Password | Provision");
  await page.getByLabel("Current password").fill(NEW);
  await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm new password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByText("Your password was changed.")).toBeVisible();
});
