/** A screen for the journeys that check all of them. */
import { expect, type Page } from "@playwright/test";
import type { Api } from "../test.ts";

export interface VisitorScreen {
  readonly name: string;
  /** The name of its route; none if another screen shows it, too. */
  readonly route?: string;
  /** Opens the screen and waits until it is stable. */
  readonly open: (page: Page) => Promise<void>;
}

export interface Screen extends Omit<VisitorScreen, "open"> {
  readonly open: (page: Page, api: Api) => Promise<void>;
}

export async function expectHeading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}
