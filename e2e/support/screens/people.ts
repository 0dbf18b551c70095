/** States of the screens of users, of their files of changes and of the audit trail. */
import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import type { Screen } from "./screen.ts";

export const PEOPLE_SCREENS: readonly Screen[] = [
  {
    name: "the audit trail with the values of an entry",
    open: async (page) => {
      await page.goto("/audit-trail");
      const entries = page.getByRole("grid", { name: "Changes" });
      const newest = entries.getByRole("row").nth(1);
      // Rows that are still loading take the place of the first ones.
      await expect(newest).toContainText("UTC");
      await newest.click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "Bulk Changes of a file",
    open: async (page) => {
      await page.goto("/users/bulk");
      await page.locator("input[type=file]").setInputFiles({
        name: "people.csv",
        mimeType: "text/csv",
        buffer: Buffer.from("username\nadmin\nnobody\n"),
      });
      await expect(page.getByText("Refused").first()).toBeVisible();
    },
  },
  {
    name: "a line of Bulk Changes",
    open: async (page) => {
      await page.goto("/users/bulk");
      await page.locator("input[type=file]").setInputFiles({
        name: "people.csv",
        mimeType: "text/csv",
        buffer: Buffer.from("username\nnobody\n"),
      });
      await page.getByRole("grid", { name: "Lines" }).getByText("nobody", { exact: true }).click();
      await expect(page.getByRole("dialog")).toContainText("Line 2");
    },
  },
  {
    name: "New User with fields that are missing",
    open: async (page) => {
      await page.goto("/users");
      await page.getByRole("button", { name: "New user" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
      await expect(page.getByText("Username is required")).toBeVisible();
      await expect(page.getByRole("textbox", { name: "Username" })).toBeFocused();
    },
  },
  {
    name: "the question before a user is deleted, with another name than the user's",
    open: async (page, api) => {
      const username = `leaver-${randomUUID().slice(0, 8)}`;
      const { id } = await api.addUser(username);
      await page.goto(`/users/${id}`);
      await page.getByRole("button", { name: "Delete" }).click();
      const question = page.getByRole("alertdialog", { name: "Delete this user?" });
      await question.getByRole("textbox").fill("somebody else");
      await expect(question.getByText("Please enter the text exactly")).toBeVisible();
    },
  },
];
