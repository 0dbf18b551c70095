/** A self-certified system from the catalogue to Live, and a task that its owner attests. */
import { SystemJourney } from "./support/connectSystem.ts";
import { expect, test } from "./support/test.ts";

test.use({ serverOf: "systems" });

test("[CONN-2] [RES-26] an administrator attests a task of a self-certified system @once", async ({
  signedIn: page,
}) => {
  const journey = new SystemJourney(page, "Key cabinet");
  const dialog = page.getByRole("dialog", { name: "Add a task" });
  await test.step("connects it", async () => {
    await journey.add("Self-certified system");
    await journey.publish();
    await journey.confirm();
  });
  await test.step("adds a task", async () => {
    await journey.open("Tasks");
    await page.getByRole("button", { name: "Add task", exact: true }).click();
    await dialog.getByLabel("What to do").selectOption("remove");
    await dialog.getByLabel("Account").fill("ada");
    await dialog.getByLabel("Details").fill("Take back key 12");
    await dialog.getByRole("button", { name: "Add task" }).click();
    await expect(page.getByRole("grid").getByText("Take back key 12")).toBeVisible();
  });
  await test.step("attests it", async () => {
    await page.getByRole("grid").getByText("Take back key 12").hover();
    await page.getByRole("button", { name: "Attest: Remove access, ada", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "It is done" }).click();
    await expect(page.getByText("No tasks", { exact: true })).toBeVisible();
    await page.getByText("Attested", { exact: true }).click();
    await expect(page.getByRole("grid").getByText("Take back key 12")).toBeVisible();
  });
});
