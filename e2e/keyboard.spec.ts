import { Builder } from "./support/builder.ts";
import { heldAtLeast } from "./support/directory.ts";
import { expectKeyboard } from "./support/keyboard.ts";
import { PASSWORD } from "./support/server.ts";
import { press, tabTo } from "./support/tabTo.ts";
import { expect, test } from "./support/test.ts";

test("a user signs in and applies a policy by keyboard alone @once", async ({ page, api }) => {
  const { oid } = await api.org("Key Account Manager");
  await api.mine(oid);
  await api.signOut();

  await page.goto("/");
  await expect(page.getByLabel("Username")).toBeFocused();
  await page.keyboard.type("admin");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();

  // A freshly loaded page starts with the skip link.
  await page.reload();
  await expect(page.getByRole("region", { name: "Directory" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: /skip/i })).toBeFocused();

  await press(page, "link", "Role Mapping");
  await expect(page).toHaveURL("/rbac/role-mapping");
  await expect(page.getByRole("grid")).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search Job Titles" })).toBeFocused();
  await page.keyboard.type("key account");
  await expect(page.getByRole("grid").getByRole("row")).toHaveCount(2);
  await tabTo(page, "grid", "Job Titles");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/rbac/role-mapping/${oid}`);
  await expect(page.getByRole("heading", { level: 1, name: "Key Account Manager" })).toBeVisible();
  await press(page, "link", "Access Policy Builder");

  const builder = new Builder(page);
  await expect(builder.table).toBeVisible();
  await tabTo(page, "slider", "Percentage of identities");
  for (let percent = 99; percent >= 90; percent -= 1) {
    await page.keyboard.press("ArrowLeft");
    await expect(builder.number).toHaveValue(String(percent));
  }
  await builder.expectShown(heldAtLeast(90));
  await tabTo(page, "treegrid", "Entitlements");
  // The first row is Core Banking; the row below it is unticked.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(builder.checkbox("Ledger Read")).not.toBeChecked();
  await expect(builder.checkbox("Core Banking")).toBeChecked({ indeterminate: true });
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await builder.expectShown(heldAtLeast(90).slice(2));
  await page.keyboard.press("ArrowRight");
  await builder.expectShown(heldAtLeast(90));
  await press(page, "button", "Apply To Policy");
  await expect(page.getByRole("button", { name: "Apply changes" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Entitlement policies have been updated.")).toBeVisible();
  await expect(page).toHaveURL(`/rbac/role-mapping/${oid}`);
  const applied = heldAtLeast(90).filter((name) => name !== "Ledger Read");
  expect(await api.policyOf(oid)).toEqual(applied.toSorted());
});

test("a dialog takes the focus, traps it and returns it @once", async ({ signedIn: page }) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("region", { name: "Directory" })).toBeVisible();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog).toBeVisible();
  for (let press = 0; press < 5; press += 1) {
    await page.keyboard.press("Tab");
    // A focus guard at the end of the dialog returns the focus to its start.
    await expect
      .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
      .toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("a control that Tab misses, a focus that is not seen, and one that is held are faults @once", async ({
  page,
}) => {
  const faultsOf = async (body: string) => {
    await page.setContent(`<html lang="en"><body>${body}</body></html>`);
    return expectKeyboard(page).then(
      () => "",
      (error: unknown) => String(error),
    );
  };
  const good = '<a href="#a">A</a><button>B</button><input type="date" aria-label="C" />';
  expect(await faultsOf(good)).toBe("");
  expect(await faultsOf(`${good}<div role="button">Miss</div>`)).toContain("does not reach");
  expect(await faultsOf(`${good}<button style="outline: none">Flat</button>`)).toContain(
    "Nothing shows the focus on",
  );
  expect(
    await faultsOf(`${good}<button style="position: fixed; top: -99px">Up</button>`),
  ).toContain("out of sight");
  const held = '<button id="held" onblur="held.focus()">Held</button>';
  expect(await faultsOf(`<a href="#a">A</a>${held}<a href="#b">B</a>`)).toContain("goes back to");
});
