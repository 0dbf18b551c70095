/** States of connected systems. */
import { expect } from "@playwright/test";
import { EXAMPLES } from "./examples.ts";
import type { Screen } from "./screen.ts";

export const SYSTEM_SCREENS: readonly Screen[] = [
  {
    name: "a rule that excludes accounts, before it is added",
    open: async (page, api) => {
      const path = "/resources/:resourceId/configuration";
      const { value } = (await EXAMPLES["resourceId"]?.(api, path)) ?? { value: "" };
      await page.goto(path.replace(":resourceId", value));
      await page.getByRole("button", { name: "Exclude accounts" }).click();
      const dialog = page.getByRole("dialog", { name: "Exclude accounts by a rule" });
      await dialog.getByLabel("Pattern").fill("svc-*");
      await expect(dialog.getByText(/^The rule matches \d+ of \d+ accounts?\./)).toBeVisible();
    },
  },
];
