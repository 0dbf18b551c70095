/** The Access Policy Builder's page object. */
import { expect, type Locator, type Page } from "@playwright/test";

/** The text of a builder without a report: it requests one a second after opening, and a slow machine may be later. */
export const ASKS = /Requesting report|The report is being mined/;

export function builderPath(oid: string, resourceId?: string): string {
  return resourceId === undefined
    ? `/rbac/role-mapping/${oid}/access-policy-builder`
    : `/resources/${resourceId}/role-mapping/${oid}/access-policy-builder`;
}

export class Builder {
  readonly page: Page;
  readonly table: Locator;
  readonly slider: Locator;
  readonly number: Locator;
  readonly filter: Locator;
  /** Both of them: above and below the table. */
  readonly applyButtons: Locator;
  /** The summary of apply. */
  readonly summary: Locator;

  constructor(page: Page) {
    this.page = page;
    this.table = page.getByRole("treegrid", { name: "Entitlements" });
    this.slider = page.getByRole("slider", { name: "Percentage of identities" });
    this.number = page.getByRole("textbox", { name: "Percentage", exact: true });
    this.filter = page.getByRole("searchbox", { name: "Filter Entitlements" });
    this.applyButtons = page.getByRole("button", { name: "Apply To Policy" });
    this.summary = page
      .getByRole("status")
      .filter({ hasText: /resources? selected[:,]|^Nothing is selected$/ });
  }

  /** Opens an org's builder and waits for its table. */
  async open(oid: string, resourceId?: string): Promise<void> {
    await this.page.goto(builderPath(oid, resourceId));
    await expect(this.table).toBeVisible();
  }

  /** Presses apply, which asks for a confirmation unless it refuses or changes nothing. */
  async pressApply(): Promise<void> {
    await this.applyButtons.first().click();
  }

  /** Applies, after the effect on people was shown. */
  async apply(): Promise<void> {
    await this.pressApply();
    const dialog = this.page.getByRole("dialog", { name: /^Apply to the policy of / });
    await expect(dialog.getByRole("region", { name: "Effect on people" })).toBeVisible();
    await dialog.getByRole("button", { name: "Apply changes" }).click();
  }

  /** The row of a resource or an entitlement. */
  row(name: string): Locator {
    const checkbox = this.page.getByRole("checkbox", { name, exact: true });
    return this.table.getByRole("row").filter({ has: checkbox });
  }

  checkbox(name: string): Locator {
    return this.table.getByRole("checkbox", { name, exact: true });
  }

  /** Changes a checkbox, which responds immediately; the worker's effects follow. */
  async tick(name: string, checked: boolean): Promise<void> {
    await this.checkbox(name).setChecked(checked);
  }

  /** The names of all shown entitlements, from top to bottom. */
  async shown(): Promise<readonly string[]> {
    const rows = this.table.getByRole("row", { level: 2 });
    return rows
      .getByRole("checkbox")
      .evaluateAll((boxes) => boxes.map((box) => box.getAttribute("aria-label") ?? ""));
  }

  /** Waits until the table shows exactly these entitlements. */
  async expectShown(names: readonly string[]): Promise<void> {
    await expect.poll(() => this.shown()).toEqual(names);
  }

  async setPercentage(percent: number): Promise<void> {
    await this.number.fill(String(percent));
    await this.number.press("Tab");
  }
}
