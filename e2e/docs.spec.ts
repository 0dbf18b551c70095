import { expect, test } from "./support/test.ts";

test("the docs site uses the theme chosen in the app and follows it in another tab @once", async ({
  signedIn: page,
}) => {
  const choose = async (theme: string) => {
    // A page in the background draws late, and its menu may close under the pointer.
    await page.bringToFront();
    await page.getByRole("button", { name: "My Account" }).click();
    await page.getByRole("menuitemradio", { name: theme }).click();
    await page.keyboard.press("Escape");
  };
  await page.goto("/dashboard");
  await choose("Dark theme");
  const opened = page.waitForEvent("popup");
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /Docs Site/ })
    .click();
  const docs = await opened;
  const root = docs.locator("html");
  await expect(root).toHaveCSS("background-color", "rgb(21, 24, 30)");
  await choose("Light theme");
  await expect(root).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await docs.emulateMedia({ colorScheme: "dark" });
  await expect(root).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await choose("System theme");
  await expect(root).toHaveCSS("background-color", "rgb(21, 24, 30)");
});
