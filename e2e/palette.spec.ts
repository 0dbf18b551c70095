import { expectAccessible } from "./support/axe.ts";
import { CREWS, HOLDINGS } from "./support/directory.ts";
import { expect, test } from "./support/test.ts";

test("a keyboard user finds an org in the palette by a word of its name and opens it @once", async ({
  signedIn: page,
}) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("button", { name: "Find anything" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  const field = page.getByRole("combobox", { name: "Find screens, orgs, users and actions" });
  await expect(field).toBeFocused();
  await field.fill("teller");
  const options = page.getByRole("option");
  await expect(page.getByRole("group", { name: "Orgs" })).toContainText("Junior Teller");
  await expect(page.getByRole("dialog").getByRole("status")).toContainText("result");
  await expect(page.getByRole("dialog")).toMatchAriaSnapshot(`
    - dialog:
      - combobox "Find screens, orgs, users and actions" [expanded]: teller
      - listbox:
        - group "Orgs":
          - option /Junior Teller/ [selected]
      - status: /result/
  `);
  const names = await options.allTextContents();
  const at = names.findIndex((name) => name.startsWith("Junior Teller"));
  for (let step = 0; step < at; step += 1) await page.keyboard.press("ArrowDown");
  await expect(options.nth(at)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Junior Teller" })).toBeVisible();
  await expect(field).toBeHidden();
});

test("a keyboard user searches thousands of names in the palette: steps stay in view, and more letters narrow the list @once", async ({
  signedIn: page,
}) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("button", { name: "Find anything" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.type("specialist");
  const orgs = page.getByRole("group", { name: "Orgs" }).getByRole("option");
  await expect(orgs.first()).toContainText("Specialist");
  const selected = page.getByRole("dialog").locator("[role=option][aria-selected=true]");
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"]) {
    const before = await selected.textContent();
    await page.keyboard.press(key);
    await expect(selected).not.toHaveText(before ?? "");
    await expect(selected).toBeInViewport({ ratio: 1 });
  }
  await page.keyboard.type(" 1999");
  await expect(orgs).toHaveCount(1);
  await expect(selected).toContainText("Specialist 1999");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Specialist 1999" })).toBeVisible();
});

test("the palette finds an entitlement and opens who has it @once", async ({ signedIn: page }) => {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Find anything" }).click();
  await page.getByRole("dialog").getByRole("combobox").fill("archive p");
  const group = page.getByRole("group", { name: "Who has this entitlement?" });
  await expect(group.getByRole("option")).toHaveText(/Archive Purge.*Document Vault/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/rbac\/entitlements\/[0-9a-f-]+$/);
  await expect(page.getByRole("heading", { level: 1, name: "Archive Purge" })).toBeVisible();
  const crews = CREWS.length;
  const holders = HOLDINGS.find(({ entitlement }) => entitlement === "Archive Purge")?.holders ?? 0;
  const people = page.getByRole("grid", { name: "People" });
  await expect(people).toHaveAttribute("aria-rowcount", String(1 + crews * holders));
});

test("the palette opens at 360 px right after Esc closed the drawer @once", async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Open navigation" }).click();
  const drawer = page.getByRole("dialog", { name: "Provision" });
  await expect(drawer.getByRole("link", { name: "Dashboard" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole("combobox")).toBeFocused();
});

test("text typed while the palette loads arrives in its field and nowhere else @once", async ({
  signedIn: page,
}) => {
  let letCome = () => {};
  const mayCome = new Promise<void>((resolve) => (letCome = resolve));
  await page.route(/Palette-[^/]*\.js$/, async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.goto("/rbac/role-mapping");
  const search = page.getByRole("main").getByRole("searchbox").first();
  await search.focus();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("tellx");
  await page.keyboard.press("Backspace");
  letCome();
  const field = page.getByRole("combobox", { name: "Find screens, orgs, users and actions" });
  await expect(field).toBeFocused();
  await page.keyboard.type("er");
  await expect(field).toHaveValue("teller");
  await expect(page.getByRole("group", { name: "Orgs" })).toContainText("Junior Teller");
  await page.keyboard.press("Escape");
  await expect(search).toHaveValue("");
});

test("the palette runs actions, opens screens and returns the focus @once", async ({
  signedIn: page,
}) => {
  await page.goto("/dashboard");
  const opener = page.getByRole("button", { name: "Find anything" });
  await opener.click();
  const field = page.getByRole("combobox", { name: "Find screens, orgs, users and actions" });
  await field.fill("dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(opener).toBeFocused();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(field).toHaveValue("");
  await page.keyboard.type("role map");
  await page.getByRole("option", { name: "Role Mapping", exact: true }).click();
  await expect(page).toHaveURL("/rbac/role-mapping");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("Find screens, orgs, users and actions");
});

test("the palette has no axe violation in light and dark and fits 320 px @once", async ({
  signedIn: page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Find anything" }).click();
  const field = page.getByRole("combobox", { name: "Find screens, orgs, users and actions" });
  for (const text of ["e", "no such name"]) {
    await field.fill(text);
    await expect(page.getByRole("dialog").getByRole("status")).toContainText(
      text === "e" ? "result" : "No results",
    );
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 320, height: 400 });
  const box = await page.getByRole("dialog").boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320);
  expect((box?.y ?? 0) + (box?.height ?? 999)).toBeLessThanOrEqual(400);
});
