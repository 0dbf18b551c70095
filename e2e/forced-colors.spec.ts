/** With the few colours that a system forces on every page, focus, choices and drawings stay visible. */
import type { Locator, Page } from "@playwright/test";
import { Builder } from "./support/builder.ts";
import { expect, test } from "./support/test.ts";

test.use({ contextOptions: { forcedColors: "active", reducedMotion: "reduce" } });

/** Whether an element looks different after an action, wherever it is. */
async function changes(element: Locator, happen: () => Promise<unknown>): Promise<boolean> {
  const before = await element.screenshot();
  await happen();
  return !before.equals(await element.screenshot());
}
const styleOf = (element: Locator, property: string) =>
  element.evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property);

/** Canvas pixels as opaque as a line. */
const drawn = (page: Page) =>
  page.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? {
      data: new Uint8ClampedArray(),
    };
    return data.filter((value, at) => at % 4 === 3 && value > 128).length;
  });

test("forced colours keep focus, choices, dialogs, tags and the curve visible @once", async ({
  signedIn: page,
  api,
}) => {
  await page.goto("/users");
  await expect(page.getByRole("link", { name: "Administrator, Provision" })).toBeVisible();
  const current = page.getByRole("navigation").getByRole("link", { name: "Users" }).first();
  expect(await styleOf(current, "outline-style")).toBe("solid");
  const chosen = page.locator("label", { has: page.getByRole("radio", { name: "Active" }) });
  const other = page.locator("label", { has: page.getByRole("radio", { name: "Archived" }) });
  expect(await styleOf(chosen, "outline-style")).toBe("solid");
  expect(await styleOf(other, "outline-style")).toBe("none");
  const search = page.getByRole("searchbox", { name: "Search users" });
  await search.focus();
  expect(await styleOf(search.locator("xpath=.."), "outline-style")).toBe("solid");

  await page.getByRole("button", { name: "My Account" }).click();
  expect(await styleOf(page.getByRole("menu"), "border-top-style")).toBe("solid");
  await page.keyboard.press("ArrowDown");
  const entry = page.getByRole("menuitemradio").or(page.getByRole("menuitem"));
  const outlines = await entry.evaluateAll((entries) =>
    entries.map((one) => getComputedStyle(one).outlineStyle),
  );
  expect(outlines.filter((style) => style === "solid")).toHaveLength(1);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "New user" }).click();
  const dialog = page.getByRole("dialog");
  expect(await styleOf(dialog, "border-top-style")).toBe("solid");
  await page.keyboard.press("Escape");

  const { oid } = await api.org("Deposit Analyst");
  await api.mine(oid);
  const builder = new Builder(page);
  await builder.open(oid);
  await expect.poll(() => drawn(page)).toBeGreaterThan(200);
  await builder.setPercentage(30);
  const box = builder.row("Ledger Read").getByRole("checkbox");
  await expect(box).toBeChecked();
  expect(await changes(box, () => builder.tick("Ledger Read", false))).toBe(true);
  const hints = page.getByRole("switch", { name: "Show Hints" });
  await page.mouse.move(0, 0);
  expect(await changes(hints, () => hints.press("Space"))).toBe(true);
  const button = builder.applyButtons.first();
  expect(await changes(page.locator("body"), () => button.focus())).toBe(true);

  await page.goto("/dashboard");
  const tag = page.getByText(/^(?:Onboarding|Growth)$/).locator("xpath=..");
  expect(await styleOf(tag, "border-top-color")).toBe(await styleOf(tag, "color"));
});
