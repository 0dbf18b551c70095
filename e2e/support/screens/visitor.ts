/** Pages for visitors that no route of the app has, and states of screens that no address reaches. */
import { expect, type Page } from "@playwright/test";
import { makeUser } from "../../../tests/src/support/fixtures.ts";
import { expectHeading, type VisitorScreen } from "./screen.ts";

async function askForLink(page: Page): Promise<void> {
  await page.route("**/api/forgot-password", (route) => route.fulfill({ json: {} }));
  await page.goto("/forgot-password");
  await page.getByLabel("Email address").fill("ada@example.com");
  await page.getByRole("button", { name: "Send the link" }).click();
}

export const VISITOR_SCREENS: readonly VisitorScreen[] = [
  {
    name: "Login with fields that are missing",
    open: async (page) => {
      await page.goto("/");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page.getByText("Username is required")).toBeVisible();
    },
  },
  {
    name: "Docs Site",
    open: async (page) => {
      await page.goto("/docs");
      await expectHeading(page, "How to use Provision");
    },
  },
  {
    name: "Docs Site in German",
    open: async (page) => {
      await page.goto("/docs/de");
      await expectHeading(page, "So benutzen Sie Provision");
    },
  },
  {
    name: "Login with single sign-on",
    open: async (page) => {
      await page.route("**/api/public/info", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), ssoEnabled: true } });
      });
      await page.goto("/");
      await expect(page.getByRole("button", { name: "Sign in with single sign-on" })).toBeVisible();
    },
  },
  {
    name: "Forgot Password with a field that is missing",
    open: async (page) => {
      await page.goto("/forgot-password");
      await page.getByRole("button", { name: "Send the link" }).click();
      await expect(page.getByLabel("Email address")).toHaveAccessibleDescription(/\w/);
    },
  },
  {
    name: "Forgot Password when the mail is on its way",
    open: async (page) => {
      await page.route("**/api/public/info", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), emailEnabled: true } });
      });
      await askForLink(page);
      await expectHeading(page, "Check your email");
    },
  },
  {
    name: "Forgot Password when no mail leaves the server",
    open: async (page) => {
      await askForLink(page);
      await expectHeading(page, "Email is not set up");
    },
  },
  {
    name: "Reset Password with fields that are missing",
    open: async (page) => {
      await page.route("**/api/reset-password-check", (route) =>
        route.fulfill({ json: { username: "ada" } }),
      );
      await page.goto("/reset-password?token=good");
      await page.getByRole("button", { name: "Change the password" }).click();
      await expect(page.getByLabel("New password", { exact: true })).toHaveAttribute(
        "aria-invalid",
        "true",
      );
    },
  },
  {
    name: "Activate Account with fields that are missing",
    open: async (page) => {
      await page.route("**/api/verifyToken?*", (route) =>
        route.fulfill({ json: makeUser({ onboarded: false, givenName: "" }) }),
      );
      await page.goto("/activate?verificationToken=good");
      await page.getByRole("button", { name: "Activate the account" }).click();
      await expect(page.getByLabel("First name")).toHaveAttribute("aria-invalid", "true");
    },
  },
  {
    name: "Activate Account where an address is confirmed",
    open: async (page) => {
      await page.route("**/api/verifyToken?*", (route) =>
        route.fulfill({ json: makeUser({ onboarded: true, email: "ada@example.com" }) }),
      );
      await page.goto("/activate?verificationToken=good");
      await expectHeading(page, "Confirm your email address");
      await expect(page.getByRole("button", { name: "Confirm this address" })).toBeVisible();
    },
  },
];
