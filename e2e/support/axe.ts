/** Accessibility of the current page, by the rules of axe. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Finishes fading animations, because colours are measured as rendered. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))),
  );
}

/**
 * Expects no violation in the light and the dark scheme. The scheme only changes colours, so only the colour rule runs
 * in the dark one.
 *
 * @param hasFrames also checks frames, for which axe opens another page.
 */
export async function expectAccessible(
  page: Page,
  { hasFrames = false }: { readonly hasFrames?: boolean } = {},
): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    const axe = new AxeBuilder({ page }).setLegacyMode(!hasFrames);
    if (colorScheme === "dark") axe.withRules("color-contrast");
    const { violations } = await axe.analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join()}`);
    expect(found, colorScheme).toEqual([]);
  }
}
