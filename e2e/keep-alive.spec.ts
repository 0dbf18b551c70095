/** A session of thirty seconds from the client's view, with the prompt in the last five. */
import { expect, test } from "./support/test.ts";
import type { Page } from "@playwright/test";

test.use({
  serverOf: "keep-alive",
  settings: { PROVISION_SESSION_LENGTH: "30000", PROVISION_KEEP_ALIVE_THRESHOLD: "5000" },
});

const question = (page: Page) => page.getByRole("alertdialog", { name: "Still there?" });

test("[SESS-1] [SESS-3] [SESS-14] [SESS-15] [SESS-16] tabs share the keep-alive prompt and its expiry @once", async ({
  signedIn: page,
}) => {
  await page.goto("/dashboard");
  await page.goto("/support");
  const other = await page.context().newPage();
  await other.goto("/support");
  await expect(question(page)).toMatchAriaSnapshot(`
    - alertdialog "Still there?":
      - banner:
        - heading "Still there?"
      - paragraph: /you will be signed out in/
      - timer: /\\d second/
      - contentinfo:
        - button "Log Out"
        - button "I'm still here"
  `);
  await expect(question(other).getByRole("timer")).toHaveText(/^\d seconds?$/);
  const renewed = page.waitForResponse("**/api/session");
  await question(page).getByRole("button", { name: "I'm still here" }).click();
  expect((await renewed).status()).toBe(200);
  await expect(question(page)).toBeHidden();
  await expect(question(other)).toBeHidden();

  const ended = page
    .context()
    .waitForEvent("request", (request) => request.url().endsWith("/api/logout"));
  expect((await ended).postDataJSON()).toEqual({ userTimedOut: true });
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL("/");
    await expect(tab.getByText("You were signed out after a period of inactivity")).toBeVisible();
  }
  await page.goBack();
  await expect(page.getByLabel("Username")).toBeVisible();
});
