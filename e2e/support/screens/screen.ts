/** States of screens that no address reaches, as the journeys over all screens look at them. */
import { expect, type Page } from "@playwright/test";
import type { Api } from "../test.ts";

export interface VisitorScreen {
  readonly name: string;
  /** Opens the screen and waits until it stands. */
  readonly open: (page: Page) => Promise<void>;
}

export interface Screen extends Omit<VisitorScreen, "open"> {
  readonly open: (page: Page, api: Api) => Promise<void>;
}

export async function expectHeading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}
