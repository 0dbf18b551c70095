/** States of connected systems. */
import { expect, type Page } from "@playwright/test";
import { EXAMPLES } from "./examples.ts";
import type { Api } from "../test.ts";
import type { Screen } from "./screen.ts";

/** Opens a screen of the example system. */
async function openScreen(page: Page, api: Api, screen: string): Promise<void> {
  const path = `/resources/:resourceId/${screen}`;
  const { value } = (await EXAMPLES["resourceId"]?.(api, path)) ?? { value: "" };
  await page.goto(path.replace(":resourceId", value));
}

export const SYSTEM_SCREENS: readonly Screen[] = [
  {
    name: "a rule that excludes accounts, before it is added",
    open: async (page, api) => {
      await openScreen(page, api, "configuration");
      await page.getByRole("button", { name: "Exclude accounts" }).click();
      const dialog = page.getByRole("dialog", { name: "Exclude accounts by a rule" });
      await dialog.getByLabel("Pattern").fill("svc-*");
      await expect(dialog.getByText(/^The rule matches \d+ of \d+ accounts?\./)).toBeVisible();
    },
  },
  {
    name: "the rules that include and exclude entitlements, before they are saved",
    open: async (page, api) => {
      await openScreen(page, api, "entitlement-review");
      await page.getByRole("button", { name: "Include or exclude by rule" }).click();
      const dialog = page.getByRole("dialog", { name: "Include or exclude entitlements by rule" });
      await dialog.getByRole("textbox", { name: "Include only" }).fill("APP-*");
      await expect(dialog.getByText(/^The rules include \d+ of \d+ entitlements?\./)).toBeVisible();
    },
  },
  {
    name: "a system whose name has no spaces",
    open: async (page, api) => {
      const name = "Zwölfton".repeat(12);
      const systems = `/api/clients/${await api.client()}/systems`;
      const system = { name, description: "", ownerId: null, connectorId: 1, kind: "export" };
      const created = await api.call("POST", systems, system);
      const { id } = (await created.json()) as { readonly id: string };
      await page.goto(`/resources/${id}/configuration`);
      await expect(page.getByText(name).first()).toBeVisible();
    },
  },
];
