import type { Locator, Page } from "@playwright/test";

/** Far more stops than are between two controls of a screen. */
const MAX_PRESSES = 120;

/** Presses Tab until the element has the focus. */
export async function tabToElement(page: Page, element: Locator): Promise<void> {
  for (let press = 0; press < MAX_PRESSES; press += 1) {
    await page.keyboard.press("Tab");
    const hasFocus = await element.evaluateAll((elements) =>
      elements.some((one) => one === document.activeElement),
    );
    if (hasFocus) return;
  }
  throw new Error(`Tab does not reach ${element.toString()}`);
}

type Role = Parameters<Page["getByRole"]>[0];

/** Presses Tab until the element of the page with that accessible name has the focus. */
export async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<void> {
  const named = typeof name === "string" ? { name, exact: true } : { name };
  await tabToElement(page, page.getByRole(role, named));
}

/** Moves the focus to the button or link with that accessible name, and presses Enter. */
export async function press(page: Page, role: Role, name: string | RegExp): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press("Enter");
}
