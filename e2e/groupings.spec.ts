/** Groups of job titles: by keyboard alone, by drag and drop, and undo. */
import { expect, test } from "./support/test.ts";

test.use({ serverOf: "groupings" });

test("[ROUTE-35] [ORG-2] an administrator groups job titles by keyboard alone, and undoes it @once", async ({
  signedIn: page,
}) => {
  await page.goto("/rbac-grouping/job-titles");
  const tree = page.getByRole("treegrid", { name: "Groups" });
  const ungrouped = page.getByRole("grid", { name: "Ungrouped" });
  await expect(ungrouped).not.toHaveAttribute("aria-busy", "true");

  await page.getByRole("button", { name: "New group" }).focus();
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "New group" });
  await expect(form.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Clerks");
  await page.keyboard.press("Enter");
  await expect(tree.getByRole("row", { name: /Clerks/ })).toBeVisible();

  // Space selects the rows of the list, and the dialog chooses the group.
  const search = page.getByRole("searchbox", { name: "Search", exact: true });
  await search.focus();
  // At once: a list that found the org before the last letter would be replaced, and its selection with it.
  await page.keyboard.insertText("bond settlement clerk");
  await expect(ungrouped).toHaveAttribute("aria-rowcount", "2");
  await ungrouped.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await expect(page.getByText("1 org selected")).toBeVisible();
  const move = page.getByRole("button", { name: "Move to…" }).last();
  await move.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Move Bond Settlement Clerk" });
  await expect(dialog.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("cler");
  await expect(dialog.getByRole("radio")).toHaveCount(1);
  // The groups follow the search field and its clear button.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(dialog.getByRole("radio", { name: "Clerks" })).toBeChecked();
  await expect(dialog).toContainText("20 people in 1 org");
  await dialog.getByRole("button", { name: "Move", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 org was moved to Clerks.")).toBeVisible();

  // The arrow keys open the group, and go to the org in it and back.
  await tree.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(tree.getByRole("row", { name: /Bond Settlement Clerk/ })).toHaveAttribute(
    "aria-level",
    "2",
  );
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(tree.getByRole("row", { name: /Clerks/ })).toHaveAttribute("aria-expanded", "false");

  const undo = page.getByRole("button", { name: "Undo" });
  await undo.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("The change was undone.")).toBeVisible();
  await expect(ungrouped).toHaveAttribute("aria-rowcount", "2");
});

test("orgs are dragged onto a group, and the search shows where they are @once", async ({
  signedIn: page,
}) => {
  await page.goto("/rbac-grouping/departments");
  const tree = page.getByRole("treegrid", { name: "Groups" });
  await page.getByRole("button", { name: "New group" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Head office");
  await page.keyboard.press("Enter");
  const group = tree.getByRole("row", { name: /Head office/ });
  await expect(group).toBeVisible();
  const ungrouped = page.getByRole("grid", { name: "Ungrouped" });
  const first = ungrouped.getByRole("row").nth(1).getByRole("gridcell").nth(1);
  const name = (await first.textContent()) ?? "";
  await first.dragTo(group.getByText("Head office"));
  const dialog = page.getByRole("alertdialog", { name: `Move ${name}` });
  await expect(dialog.getByRole("radio", { name: "Head office" })).toBeChecked();
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(page.getByText("1 org was moved to Head office.")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search orgs" }).fill(name);
  const results = page.getByRole("grid", { name: "Search results" });
  await expect(results.getByRole("row").filter({ hasText: name }).first()).toContainText(
    "Head office",
  );

  // A group is deleted with its orgs moving up.
  await page.getByRole("searchbox", { name: "Search orgs" }).fill("");
  await tree.getByRole("checkbox", { name: "Select Head office" }).check();
  await page.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete Head office?" });
  await expect(question).toContainText(name);
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Head office was deleted.")).toBeVisible();
  await expect(group).toHaveCount(0);
});
