/** Groups of job titles: by keyboard alone, by drag and drop, and undo. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support/test.ts";

test.use({ serverOf: "groupings" });

/**
 * Nothing may scroll between the press and the first move, or the browser looks for what is dragged elsewhere. The second
 * move is over the target: a browser drops only where it has told the target of the dragging.
 */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await to.scrollIntoViewIfNeeded();
  await from.hover();
  const { x, y, width, height } = (await to.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.move(x + width / 2 + 1, y + height / 2);
  await page.mouse.up();
}

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
  await page.keyboard.insertText("specialist 001");
  await expect(ungrouped).toHaveAttribute("aria-rowcount", "11");
  await ungrouped.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await expect(page.getByText("1 org selected")).toBeVisible();
  // A range, and one without it.
  for (let rows = 0; rows < 4; rows += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+Space");
  await expect(page.getByText("5 orgs selected")).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Space");
  await expect(page.getByText("4 orgs selected")).toBeVisible();
  const move = page.getByRole("button", { name: "Move to…" }).last();
  await move.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Move 4 orgs" });
  await expect(dialog.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("cler");
  await expect(dialog.getByRole("radio")).toHaveCount(1);
  // The groups follow the search field and its clear button.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(dialog.getByRole("radio", { name: "Clerks" })).toBeChecked();
  await expect(dialog).toContainText("4 people in 4 orgs");
  await dialog.getByRole("button", { name: "Move", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("4 orgs were moved to Clerks.")).toBeVisible();
  await expect(ungrouped).toHaveAttribute("aria-rowcount", "7");
  await expect(ungrouped.getByRole("row").nth(1)).toContainText("Specialist 0013");

  // The arrow keys open the group, and go to the org in it and back.
  await tree.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(tree.getByRole("row", { name: /Specialist 0010/ })).toHaveAttribute(
    "aria-level",
    "2",
  );
  const clerks = tree.getByRole("row", { name: /Clerks/ });
  const isActive = async (row: Locator) =>
    expect(tree).toHaveAttribute("aria-activedescendant", (await row.getAttribute("id")) ?? "");
  await page.keyboard.press("ArrowRight");
  await isActive(tree.getByRole("row").nth(2));
  await page.keyboard.press("ArrowLeft");
  await isActive(clerks);
  await expect(clerks).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowLeft");
  await expect(clerks).toHaveAttribute("aria-expanded", "false");

  const undo = page.getByRole("button", { name: "Undo" });
  await undo.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("The change was undone.")).toBeVisible();
  await expect(ungrouped).toHaveAttribute("aria-rowcount", "11");
});

test("several orgs are dragged onto a group, and the search shows where they are @once", async ({
  signedIn: page,
  provision: { directory },
}) => {
  await page.goto("/rbac-grouping/departments");
  const tree = page.getByRole("treegrid", { name: "Groups" });
  await page.getByRole("button", { name: "New group" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Head office");
  await page.keyboard.press("Enter");
  const group = tree.getByRole("row", { name: /Head office/ });
  await expect(group).toBeVisible();
  const ungrouped = page.getByRole("grid", { name: "Ungrouped" });
  const row = (at: number) => ungrouped.getByRole("row").nth(at);
  const nameIn = (at: number) => row(at).getByRole("gridcell").nth(1);
  const name = (await nameIn(1).textContent()) ?? "";
  await row(1).getByRole("checkbox").check();
  await row(3)
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await expect(page.getByText("3 orgs selected")).toBeVisible();
  await drag(page, nameIn(2), group.getByText("Head office"));
  const dialog = page.getByRole("alertdialog", { name: "Move 3 orgs" });
  await expect(dialog.getByRole("radio", { name: "Head office" })).toBeChecked();
  const everyone = directory.counts.identities.toLocaleString("en");
  await expect(dialog).toContainText(`${everyone} people in 3 orgs`);
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(page.getByText("3 orgs were moved to Head office.")).toBeVisible();
  await expect(page.getByText("Every org with members is in a group.")).toBeVisible();

  // An org can be dragged back as soon as its row is there.
  await tree.getByRole("button", { name: "Open Head office" }).click();
  const member = tree.getByRole("row").filter({ hasText: name });
  await drag(
    page,
    member.getByText(name),
    page.getByRole("region", { name: "Orgs outside of groups" }),
  );
  const back = page.getByRole("alertdialog", { name: `Move ${name}` });
  await expect(back.getByRole("radio", { name: "Top level (ungrouped)" })).toBeChecked();
  await back.getByRole("button", { name: "Move", exact: true }).click();
  await expect(nameIn(1)).toHaveText(name);
  await expect(member).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Every org with members is in a group.")).toBeVisible();
  await expect(member).toHaveCount(1);
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
  await expect(question).toContainText("3 orgs move up one level: ");
  await expect(question).toContainText(name);
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Head office was deleted.")).toBeVisible();
  await expect(group).toHaveCount(0);
});

test("a part of the groups that names suggest is created, and undone @once", async ({
  signedIn: page,
  provision: { server },
}) => {
  const locations = ["Depot I", "Depot II", "Depot III", "Branch North 1", "Branch North 2"];
  const lines = locations.map((location, at) => `L${at},Ann,"Porter ${at}","${location}"`);
  const identities = ["id,givenName,familyName,location", ...lines].join("\n");
  expect(server.import({ identities }).exitCode).toBe(0);
  await page.goto("/rbac-grouping/locations");
  const tree = page.getByRole("treegrid", { name: "Groups" });
  const suggest = page.getByRole("button", { name: "Suggest groups" });
  await suggest.click();
  const dialog = page.getByRole("alertdialog", { name: "Suggested groups" });
  const suggested = dialog.getByRole("listitem");
  await expect(suggested).toHaveText([
    "DepotDepot I, Depot II, Depot III",
    "Branch NorthBranch North 1, Branch North 2",
  ]);
  await dialog.getByRole("checkbox", { name: "Branch North" }).uncheck();
  await dialog.getByRole("button", { name: "Create 1 group" }).click();
  await expect(page.getByText("Groups created: 1, orgs moved: 3.")).toBeVisible();
  await expect(tree.getByRole("row", { name: /Depot/ })).toContainText("3");
  await expect(tree.getByRole("row", { name: /Branch North/ })).toHaveCount(0);
  const ungrouped = page.getByRole("grid", { name: "Ungrouped" });
  await expect(ungrouped.getByRole("row", { name: /Branch North/ })).toHaveCount(2);
  await expect(ungrouped.getByRole("row", { name: /Depot/ })).toHaveCount(0);
  // What was left out is suggested again.
  await suggest.click();
  await expect(suggested).toHaveText(["Branch NorthBranch North 1, Branch North 2"]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("admin created Depot with 3 orgs.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("The change was undone.")).toBeVisible();
  await expect(tree.getByRole("row", { name: /Depot/ })).toHaveCount(0);
  await expect(ungrouped.getByRole("row", { name: /Depot/ })).toHaveCount(3);
});
