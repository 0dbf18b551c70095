/** Field mappings of a CSV system: added, previewed, refused, suggested and deleted. */
import { expect, test } from "./support/test.ts";

const NAME = "Branch Directory";

test.use({ serverOf: "systems" });

test("[MAP-1] [ROUTE-73] [ROUTE-74] [ROUTE-75] an administrator maps the fields of a system", async ({
  signedIn: page,
}) => {
  // The people of the test directory.
  const file = [
    "account,login,mail,role",
    ...Array.from({ length: 20 }, (_, at) =>
      [`b-${at}`, `user${at + 1}`, `user${at + 1}@bank.example`, "Drawer"].join(","),
    ),
  ].join("\n");
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  await test.step("adds a system", async () => {
    await page.goto("/add-resource");
    await button("Add CSV file").click();
    const dialog = page.getByRole("dialog", { name: "Add a resource with CSV file" });
    await dialog.getByLabel("Name").fill(NAME);
    await dialog.getByRole("button", { name: "Add resource" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set Up Integration");
    await page.getByLabel("Column of the id").fill("account");
    await page.getByLabel("Column of the account name").fill("login");
    await page.getByLabel("Column of entitlements").fill("role");
    const chooser = page.waitForEvent("filechooser");
    await button("Choose a file").click();
    await (
      await chooser
    ).setFiles({ name: "branch.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
    await expect(page.getByText("Sent. Save the configuration to use it.")).toBeVisible();
    await button("Save").first().click();
    await expect(page.getByText("The configuration was saved")).toBeVisible();
    await button("Test connection").click();
    await expect(page.getByText("The connection works")).toBeVisible();
    await page.getByRole("combobox", { name: "Attribute of the account" }).selectOption("mail");
    await page.getByLabel("It contains").selectOption("email");
    await button("Save").last().click();
    await expect(page.getByText("The import settings were saved")).toBeVisible();
  });
  await test.step("imports its accounts", async () => {
    await page
      .getByRole("navigation", { name: "Screens of this system" })
      .getByRole("link", { name: "Manage", exact: true })
      .click();
    await page
      .getByRole("region", { name: "Unpublished changes" })
      .first()
      .getByRole("button", { name: "Publish" })
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Publish" }).click();
    await expect(page.getByText(`The settings of ${NAME} were published`)).toBeVisible();
    await button("Import now").click();
    const run = page.getByRole("region", { name: "Import 1", exact: true });
    await expect(run.getByText("Done", { exact: true })).toBeVisible({ timeout: 30_000 });
  });
  await test.step("maps a field by keyboard", async () => {
    await page
      .getByRole("navigation", { name: "Screens of this system" })
      .getByRole("link", { name: "Field mapping" })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Field Mapping");
    await page.getByRole("link", { name: "Map Email address" }).click();
    await expect(page.getByRole("combobox", { name: "Field of the identity" })).toHaveValue(
      "email",
    );
    await page.getByRole("combobox", { name: "Attribute of the account" }).selectOption({
      label: "mail",
    });
    for (const transform of ["Lowercase", "Trim spaces"]) {
      await button("Add transform to source 1").press("Enter");
      await page.getByRole("menuitem", { name: transform }).press("Enter");
      await expect(page.getByRole("menu")).toHaveCount(0);
    }
    await button("Move Trim spaces up, 2 of 2").press("Enter");
    await expect(button("Move Trim spaces up, 1 of 2")).toBeFocused();
    const condition = page.getByRole("textbox", { name: "Condition" });
    await condition.click();
    await condition.pressSequentially("account.lo");
    await expect(page.getByRole("listbox").getByRole("option", { name: "login" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(condition).toHaveText("account.login");
    await condition.pressSequentially(' != "root"');
    await expect(condition).toHaveText('account.login != "root"');
    await page.keyboard.press("Tab");
    await expect(page.getByRole("checkbox", { name: "Authoritative" })).toBeFocused();
    await button("Add mapping").click();
    await expect(page.getByText("The mapping was added.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Email address");
  });
  await test.step("sees the values while editing, and why code is refused", async () => {
    const preview = page.getByRole("region", { name: "Preview", exact: true });
    await expect(preview.getByText("unchanged").first()).toBeVisible();
    await button("Add transform to source 1").press("Enter");
    await page.getByRole("menuitem", { name: "Uppercase" }).press("Enter");
    await expect(preview.getByText(/@BANK/).first()).toBeVisible();
    await page.getByRole("radio", { name: "Custom" }).check();
    await page.getByRole("textbox", { name: "Expression" }).fill("account.mail.lower(");
    await expect(page.getByRole("form").getByText(/The code is invalid/)).toBeVisible();
    await button("Save").click();
    await expect(page.getByRole("textbox", { name: "Expression" })).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    await expect(page.getByText("The mapping was saved.")).toHaveCount(0);
    await page.getByRole("textbox", { name: "Expression" }).fill("account.mail.lower()");
    await button("Save").click();
    await expect(page.getByText("The mapping was saved.")).toBeVisible();
  });
  await test.step("previews all objects, and accepts a suggestion", async () => {
    await page.getByRole("link", { name: "Field Mapping", exact: true }).click();
    await button("Preview all objects").click();
    await expect(page.getByRole("region", { name: "Counts by target" })).toBeVisible({
      timeout: 30_000,
    });
    await button("Use the suggestion for Username").click();
    await expect(page.getByRole("heading", { name: "2 mappings", exact: true })).toBeVisible();
    await page.getByRole("link", { name: /^Edit Email address/ }).click();
  });
  await test.step("deletes it", async () => {
    await button("Delete").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("The mapping of Email address was deleted")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Field Mapping");
  });
  // The server refuses the unfinished code.
  expect(errors.filter((error) => !error.includes("status of 400"))).toEqual([]);
});
