/** The queue of accounts that match nobody, worked through by keyboard. */
import { SystemJourney, TABLE_COLUMNS } from "./support/connectSystem.ts";
import { expect, test } from "./support/test.ts";

test.use({ serverOf: "systems" });

test("[CORR-1] an administrator decides by keyboard about accounts that match nobody @once", async ({
  signedIn: page,
}) => {
  const file =
    "account,login,mail,role\n1,quentin,quentin.quux@example.com,Door\n2,xaver,x@y.example,Door\n";
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const journey = new SystemJourney(page, "Guest Access");

  await test.step("adds a system and imports its accounts", async () => {
    await journey.add("CSV file");
    await journey.fill(TABLE_COLUMNS);
    await journey.upload("guests.csv", file);
    await journey.publish();
    await journey.import("quentin");
  });

  await test.step("adds a rule and simulates it", async () => {
    await journey.open("Match accounts");
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

  await test.step("links the account that has no candidate to a person found by name", async () => {
    const decisions = page.getByRole("region", { name: "Decisions" });
    await expect(decisions.getByText("No owner")).toBeVisible();
    await page.getByRole("button", { name: "Undo the decision about xaver" }).click();
    const results = page.getByRole("grid", { name: "Results" });
    await results.getByRole("row").filter({ hasText: "xaver" }).click();
    await expect(page.getByRole("region", { name: "xaver", exact: true })).toBeFocused();
    await page.keyboard.press("P");
    const search = page.getByRole("dialog", { name: "Another person" });
    await search.getByRole("searchbox", { name: "Search people" }).fill("Quux");
    await search.getByRole("button", { name: /^Link to .*Quux/ }).click();
    await expect(search).toBeHidden();
    await expect(page.getByText("There are no more accounts in this list.")).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("finds both decisions in the list", async () => {
    const decisions = page.getByRole("region", { name: "Decisions" });
    await expect(decisions.getByText("New person")).toBeVisible();
    await expect(decisions.getByText("Linked")).toBeVisible();
  });
});
