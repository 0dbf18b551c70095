/** Field mappings of a CSV system: added, previewed, refused, suggested and deleted. */
import { SystemJourney, TABLE_COLUMNS } from "./support/connectSystem.ts";
import { expect, test } from "./support/test.ts";

const NAME = "Branch Directory";

test.use({ serverOf: "systems" });

test("[MAP-1] [ROUTE-73] [ROUTE-74] [ROUTE-75] an administrator maps the fields of a system @once", async ({
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
  const journey = new SystemJourney(page, NAME);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const openInbound = async () => {
    const inbound = page.getByRole("link", { name: "Inbound", exact: true });
    await inbound.click();
    await expect(inbound).toHaveAttribute("aria-current", "page");
  };

  await test.step("adds a system", async () => {
    await journey.add("CSV file");
    await journey.fill(TABLE_COLUMNS);
    await journey.upload("branch.csv", file);
    await journey.test();
    await page.getByRole("combobox", { name: "Attribute of the account" }).selectOption("mail");
    await page.getByLabel("It contains").selectOption("email");
    await button("Save").last().click();
    await expect(page.getByText("The import settings were saved")).toBeVisible();
  });
  await test.step("imports its accounts", async () => {
    await journey.publish();
    await journey.import("user1");
  });
  await test.step("maps a field by keyboard", async () => {
    await journey.open("Field mapping");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Field Mapping");
    await openInbound();
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
    await openInbound();
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
