import { expectLoaded } from "./support/screens/openRoute.ts";
import { PASSWORD } from "./support/server.ts";
import { expect, test } from "./support/test.ts";
import type { Page } from "@playwright/test";

async function fill(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("[VAL-1] [SIGN-1] [SIGN-14] [SIGN-23] [ROUTE-2] [ROUTE-99] [ROUTE-100] the sign-in names missing and wrong input, and opens the dashboard @once", async ({
  page,
}) => {
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/login")) sent += 1;
  });
  await page.goto("/");
  await expect(page).toHaveTitle("Login | Provision");
  await fill(page, "   ", "");
  await expect(page.getByText("Username is required")).toBeVisible();
  await expect(page.getByText("Password is required")).toBeVisible();
  await expect(page.getByLabel("Username")).toBeFocused();
  expect(sent).toBe(0);

  await fill(page, "admin", "not the password");
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - heading "Sign in" [level=1]
      - alert:
        - 'button "Error: Couldn''t sign in" [expanded]'
        - text: Incorrect username or password.
      - form "Sign in":
        - textbox "Username": admin
        - textbox "Password"
        - button "Show password"
        - button "Sign in"
  `);
  await expect(page).toHaveURL("/");
  await expect(page.getByLabel("Username")).toHaveValue("admin");

  const request = page.waitForRequest("**/api/login");
  await fill(page, "admin", PASSWORD);
  expect((await request).postDataJSON()).toMatchObject({ username: "admin", password: PASSWORD });
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await expect(page).toHaveTitle("Dashboard | Provision");
});

test("[ROUTE-93] [ROUTE-94] [ROUTE-98] a deep link returns to its screen after the sign-in @once", async ({
  page,
}) => {
  await page.goto("/rbac/role-mapping?type=departments");
  await expect(page).toHaveURL("/?redirect=%2Frbac%2Frole-mapping%3Ftype%3Ddepartments");
  await fill(page, "admin", "wrong first");
  await expect(page.getByText("Couldn't sign in")).toBeVisible();
  await fill(page, "admin", PASSWORD);
  await expect(page).toHaveURL("/rbac/role-mapping?type=departments");
  await expect(page.getByRole("radio", { name: "Departments" })).toBeChecked();
});

test("[ROUTE-99] a redirect out of the product opens the dashboard instead @once", async ({
  page,
}) => {
  await page.goto("/?redirect=https%3A%2F%2Fexample.com%2F");
  await fill(page, "admin", PASSWORD);
  await expect(page).toHaveURL("/dashboard");
});

test("[SIGN-2] [SIGN-9] [NAV-19] [SESS-25] scripts cannot read the session cookie, and logout ends the session in browser and server @once", async ({
  signedIn: page,
  api,
}) => {
  await page.goto("/dashboard");
  const cookie = (await page.context().cookies()).find(({ name }) => name === "prov.session");
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  expect(await page.evaluate(() => document.cookie)).not.toContain("prov.session");
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Logout" })
    .click();
  await expect(page).toHaveURL("/");
  await expect(page.getByText("You are signed out.")).toBeVisible();
  const reply = await api.call("GET", "/api/users/current");
  expect(reply.status(), "nobody is signed in").toBe(204);
  await page.goto("/dashboard");
  await expect(page).toHaveURL("/?redirect=%2Fdashboard");
});

test("[CALL-13] [CALL-14] a session that ended elsewhere returns to the sign-in @once", async ({
  signedIn: page,
  api,
}) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  // A request of the dashboard could notice the end before the click.
  await expectLoaded(page);
  await api.signOut();
  await page.getByRole("link", { name: "Role Mapping", exact: true }).first().click();
  await expect(page).toHaveURL("/");
  await expect(page.getByText("Your session has ended. Sign in again.")).toHaveCount(1);
  await fill(page, "admin", PASSWORD);
  await expect(page).toHaveURL("/dashboard");
});

test.describe("without the code of the frame", () => {
  test.use({ expectedError: "Failed to fetch dynamically imported module" });

  test("the page shows an error and offers to reload @once", async ({ page }) => {
    const code = "**/assets/Frame-*.js";
    await page.route(code, (route) => route.abort());
    await page.goto("/");
    await fill(page, "admin", PASSWORD);
    await expect(page.getByRole("alert")).toContainText("This screen could not be shown");
    await page.unroute(code);
    await page.getByRole("button", { name: "Load the screen again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  });
});
