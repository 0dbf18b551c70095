/** States of the dashboard and of support, and what every screen can open. */
import { expect } from "@playwright/test";
import { expectHeading, type Screen } from "./screen.ts";

export const FRAME_SCREENS: readonly Screen[] = [
  {
    name: "the form of the client",
    open: async (page) => {
      await page.goto("/dashboard");
      await page.getByRole("button", { name: "Edit client" }).click();
      await page.getByLabel("Client name").fill("");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByText("Client name is required")).toBeVisible();
    },
  },
  {
    name: "the account menu",
    open: async (page) => {
      await page.goto("/dashboard");
      await page.getByRole("button", { name: "My Account" }).click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
  },
  {
    name: "the keyboard shortcuts",
    open: async (page) => {
      await page.goto("/dashboard");
      await expectHeading(page, "Dashboard");
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    },
  },
  {
    name: "Support Request with fields that are missing",
    open: async (page) => {
      await page.goto("/request-support");
      await page.getByRole("button", { name: "Send request" }).click();
      await expect(page.getByText("Subject is required")).toBeVisible();
      await expect(page.getByText("No Records to Display")).toBeVisible();
    },
  },
  {
    name: "the question whether somebody is still there",
    open: async (page) => {
      await page.route("**/api/config/sessionLength", (route) =>
        route.fulfill({
          json: { data: { sessionLengthInMillis: 200_000, sessionEndsInMillis: null } },
        }),
      );
      await page.goto("/dashboard");
      const question = page.getByRole("alertdialog", { name: "Still there?" });
      await expect(question.getByRole("timer")).toHaveText(/minute/);
    },
  },
  {
    name: "the navigation of a narrow screen",
    open: async (page) => {
      await page.setViewportSize({ width: 360, height: 900 });
      await page.goto("/dashboard");
      await page.getByRole("button", { name: "Open navigation" }).click();
      await expect(page.getByRole("dialog").getByRole("link", { name: "Dashboard" })).toBeVisible();
    },
  },
];
