/** The queue of accounts that match nobody, worked through by keyboard. */
import { expect, test } from "./support/test.ts";

const NAME = "Guest Access";

test.use({ serverOf: "systems" });

test("[CORR-1] an administrator decides by keyboard about accounts that match nobody", async ({
  signedIn: page,
}) => {
  const file =
    "account,login,mail,role\n1,quentin,quentin.quux@example.com,Door\n2,xaver,x@y.example,Door\n";
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const screens = page.getByRole("navigation", { name: "Screens of this system" });

  await test.step("adds a system and imports its accounts", async () => {
    await page.goto("/add-resource");
    await button("Add CSV file").click();
    const dialog = page.getByRole("dialog", { name: "Add a resource with CSV file" });
    await dialog.getByLabel("Name").fill(NAME);
    await dialog.getByRole("button", { name: "Add resource" }).click();
    await page.getByLabel("Column of the id").fill("account");
    await page.getByLabel("Column of the account name").fill("login");
    await page.getByLabel("Column of entitlements").fill("role");
    const chooser = page.waitForEvent("filechooser");
    await button("Choose a file").click();
    await (
      await chooser
    ).setFiles({ name: "guests.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
    await expect(page.getByText("Sent. Save the configuration to use it.")).toBeVisible();
    await button("Save").first().click();
    await expect(page.getByText("The configuration was saved")).toBeVisible();
    await screens.getByRole("link", { name: "Manage", exact: true }).click();
    await page
      .getByRole("region", { name: "Unpublished changes" })
      .first()
      .getByRole("button", { name: "Publish" })
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Publish" }).click();
    await button("Import now").click();
    const run = page.getByRole("region", { name: "Import 1", exact: true });
    await expect(run.getByText("Done", { exact: true })).toBeVisible({ timeout: 30_000 });
  });

  await test.step("adds a rule and simulates it", async () => {
    await screens.getByRole("link", { name: "Match accounts" }).click();
    await page.getByRole("link", { name: "Add rule" }).click();
    await page.getByLabel("Field of people").selectOption("email");
    await page.getByLabel("Value of part 1").selectOption({ label: "mail" });
    await page.getByRole("main").getByRole("button", { name: "Add rule" }).click();
    await expect(page.getByText("The rule was added")).toBeVisible();
    await button("Simulate").click();
    await expect(page.getByRole("row").filter({ hasText: "quentin" })).toBeVisible({
      timeout: 30_000,
    });
  });

  await test.step("creates a person for the first account, and leaves the other one", async () => {
    await page.getByRole("row").filter({ hasText: "quentin" }).click();
    const queue = page.getByRole("region", { name: "quentin", exact: true });
    await expect(queue).toBeFocused();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "New person" });
    await expect(dialog.getByLabel("Email address")).toHaveValue("quentin.quux@example.com");
    await dialog.getByLabel("ID", { exact: true }).fill("G-1");
    await dialog.getByLabel("Last name").fill("Quux");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Quux was created and has the account now")).toBeVisible();
    // The next account opens.
    await expect(page.getByRole("region", { name: "xaver", exact: true })).toBeFocused();
    await page.keyboard.press("n");
    await expect(page.getByText("There are no more accounts in this list.")).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("finds both decisions in the list", async () => {
    const decisions = page.getByRole("region", { name: "Decisions" });
    await expect(decisions.getByText("New person")).toBeVisible();
    await expect(decisions.getByText("No owner")).toBeVisible();
  });
});
