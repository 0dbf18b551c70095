/** Steps from the catalogue to Live that journeys of connected systems share. */
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Of a table file with the columns account, login and role. */
export const TABLE_COLUMNS = {
  "Column of the id": "account",
  "Column of the account name": "login",
  "Column of entitlements": "role",
};

export class SystemJourney {
  readonly page: Page;
  readonly #name: string;

  constructor(page: Page, name: string) {
    this.page = page;
    this.#name = name;
  }

  /** Adds the system with a connector of the catalogue, and opens its configuration. */
  async add(connector: string): Promise<void> {
    await this.page.goto("/add-resource");
    await this.chooseConnector(connector);
  }

  /**
   * On the open catalogue.
   *
   * @param kind such as HR; otherwise the first one of the connector.
   */
  async chooseConnector(connector: string, kind?: string): Promise<void> {
    const { page } = this;
    await page.getByRole("button", { name: `Add ${connector}`, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: `Add a resource with ${connector}` });
    await dialog.getByLabel("Name").fill(this.#name);
    if (kind !== undefined) await dialog.getByLabel("Kind").selectOption(kind);
    await dialog.getByRole("button", { name: "Add resource" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set Up Integration");
  }

  async fill(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(values)) {
      await this.page.getByRole("textbox", { name: label, exact: true }).fill(value);
    }
  }

  async choose(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, option] of Object.entries(values)) {
      await this.page
        .getByRole("combobox", { name: label, exact: true })
        .selectOption({ label: option });
    }
  }

  /** Uploads a file into the configuration, and saves the configuration. */
  async upload(name: string, content: string): Promise<void> {
    const { page } = this;
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a file", exact: true }).click();
    const file = { name, mimeType: "text/csv", buffer: Buffer.from(content) };
    await (await chooser).setFiles(file);
    await expect(page.getByText("Sent. Save the configuration to use it.")).toBeVisible();
    await this.save();
  }

  async save(): Promise<void> {
    await this.page.getByRole("button", { name: "Save", exact: true }).first().click();
    await expect(this.page.getByText("The configuration was saved").last()).toBeVisible();
  }

  /** @param outcome what the test says. */
  async test(outcome = "The connection works"): Promise<void> {
    await this.page.getByRole("button", { name: "Test connection", exact: true }).click();
    await expect(this.page.getByText(outcome)).toBeVisible();
  }

  async open(screen: string): Promise<void> {
    await this.page
      .getByRole("navigation", { name: "Screens of this system" })
      .getByRole("link", { name: screen, exact: true })
      .click();
  }

  async publish(): Promise<void> {
    const { page } = this;
    await this.open("Manage");
    const changes = page.getByRole("region", { name: "Unpublished changes" }).first();
    await changes.getByRole("button", { name: "Publish" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Publish" }).click();
    await expect(page.getByText(`The settings of ${this.#name} were published`)).toBeVisible();
  }

  /** Imports all objects, and waits until one of them is listed. */
  async import(object: string): Promise<void> {
    const { page } = this;
    await page.getByRole("button", { name: "Import now", exact: true }).click();
    const run = page.getByRole("region", { name: "Import 1", exact: true });
    await expect(run.getByText("Done", { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(run.getByRole("grid").getByText(object, { exact: true })).toBeVisible();
  }

  async confirm(): Promise<void> {
    const { page } = this;
    await this.open("Confirm");
    await page.getByRole("button", { name: "Confirm integration", exact: true }).click();
    await expect(page.getByText("This integration is confirmed")).toBeVisible();
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
  }
}
