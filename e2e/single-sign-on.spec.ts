/** Signing in at the organisation's OpenID Connect provider, viewing one's sessions, and signing out of both. */
import { startProvider } from "../tests/support/oidcProvider.ts";
import { Api, expect, test as base } from "./support/test.ts";

const test = base.extend({
  settings: [
    async ({ database: _database }, use) => {
      const provider = await startProvider({ people: { olga: { preferred_username: "admin" } } });
      await use(provider.settings);
      await provider.stop();
    },
    { scope: "worker" },
  ],
});
test.use({ serverOf: "single-sign-on" });

test("[SIGN-13] [SIGN-15] [ROUTE-98] people sign in at the provider, end their other sessions, and sign out of both @once", async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto("/rbac/role-mapping?type=departments");
  await page.getByRole("button", { name: "Sign in with single sign-on" }).click();
  await page.getByRole("button", { name: "Refuse" }).click();
  await expect(page.getByText("cancelled or refused the sign-in")).toBeVisible();
  await expect(page).toHaveURL("/");

  await page.goto("/rbac/role-mapping?type=departments");
  await page.getByRole("button", { name: "Sign in with single sign-on" }).click();
  await page.getByLabel("Name", { exact: true }).fill("olga");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/rbac/role-mapping?type=departments");
  await expect(page.getByRole("radio", { name: "Departments" })).toBeChecked();

  const elsewhere = await browser.newContext();
  const other = new Api(elsewhere.request, baseURL ?? "");
  await other.signIn();
  await page.goto("/profile");
  const sessions = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText("Chrome on");
  await expect(sessions.first()).toContainText("This session");
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: "Sign out everywhere else" })
    .click();
  await expect(page.getByText("1 other session was ended.")).toBeVisible();
  await expect(sessions).toHaveCount(1);
  expect((await other.call("GET", "/api/session")).status()).toBe(401);
  await elsewhere.close();

  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Logout" })
    .click();
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(page).toHaveURL("/");
  await page.getByRole("button", { name: "Sign in with single sign-on" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
});
