/** Field mappings of a CSV system: added, previewed, refused, suggested and deleted. */
import { expect, test } from "./support/test.ts";

const NAME = "Branch Directory";
const FILE = [
  "account,login,mail,role",
  "b-1,ada,ada@harborvale.example,Drawer",
  "b-2,grace,grace@harborvale.example,Drawer",
].join("\n");

test.use({ serverOf: "systems" });

test("[MAP-1] [ROUTE-73] [ROUTE-74] [ROUTE-75] an administrator maps the fields of a system", async ({
  signedIn: page,
}) => {
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
    ).setFiles({ name: "branch.csv", mimeType: "text/csv", buffer: Buffer.from(FILE) });
    await expect(page.getByText("Sent. Save the configuration to use it.")).toBeVisible();
    await button("Save").first().click();
    await expect(page.getByText("The configuration was saved")).toBeVisible();
    await button("Test connection").click();
    await expect(page.getByText("The connection works")).toBeVisible();
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
    await button("Add transform to source 1").click();
    await page.getByRole("menuitem", { name: "Lowercase" }).click();
    await button("Add transform to source 1").click();
    await page.getByRole("menuitem", { name: "Trim spaces" }).click();
    await button("Move Trim spaces up, 2 of 2").press("Enter");
    await expect(button("Move Trim spaces up, 1 of 2")).toBeFocused();
    const condition = page.getByRole("textbox", { name: "Condition" });
    await condition.click();
    await condition.pressSequentially("account.lo");
    await expect(page.getByRole("option", { name: "login" })).toBeVisible();
    await page.keyboard.press("Enter");
    await condition.pressSequentially(' != "root"');
    await expect(condition).toHaveText('account.login != "root"');
    await page.keyboard.press("Tab");
    await expect(page.getByRole("checkbox", { name: "Authoritative" })).toBeFocused();
    await button("Add mapping").click();
    await expect(page.getByText("The mapping was added.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Email address");
  });
  await test.step("deletes it", async () => {
    await button("Delete").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("The mapping of Email address was deleted")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Field Mapping");
  });
  expect(errors).toEqual([]);
});
