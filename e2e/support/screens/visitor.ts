/** What nobody must sign in for. */
import { expect } from "@playwright/test";
import { expectHeading, type VisitorScreen } from "./screen.ts";

export const VISITOR_SCREENS: readonly VisitorScreen[] = [
  {
    name: "Login",
    route: "login",
    open: async (page) => {
      await page.goto("/");
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByText("Username is required")).toBeVisible();
    },
  },
  ...[
    ["/errors/401", "Unauthorized", "unauthorized"],
    ["/errors/404", "Not Found", "errorNotFound"],
    ["/errors/500", "Internal Error", "internalError"],
    ["/errors/not-authorized", "Not Authorized", "notAuthorized"],
    ["/errors/any-other", "Not Found", "errorsOther"],
    ["/no/such/page", "Not Found", "notFound"],
  ].map(([path = "", title = "", route = ""]): VisitorScreen => ({
    name: path,
    route,
    open: async (page) => {
      await page.goto(path);
      await expectHeading(page, title);
    },
  })),
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
    name: "Forgot Password",
    route: "forgotPassword",
    open: async (page) => {
      await page.goto("/forgot-password");
      await page.getByRole("button", { name: "Send the link" }).click();
      await expect(page.getByLabel("Email address")).toHaveAccessibleDescription(/\w/);
    },
  },
  ...[
    ["Reset Password", "resetPassword", "/reset-password"],
    ["Activate Account", "activation", "/activate"],
  ].map(([name = "", route = "", path = ""]): VisitorScreen => ({
    name: `${name} with a link that is cut off`,
    route,
    open: async (page) => {
      await page.goto(path);
      await expect(page.getByText("This link cannot be used")).toBeVisible();
    },
  })),
];
