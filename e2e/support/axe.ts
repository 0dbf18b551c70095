/** Accessibility of the current page, by the rules of axe. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import axe, { type Result, type RunOptions } from "axe-core";

/** What is no violation is counted only, which saves the paths to its elements. */
const OPTIONS: RunOptions = { resultTypes: ["violations"] };
/** The scheme only changes colours. */
const COLOURS: RunOptions = { ...OPTIONS, runOnly: { type: "rule", values: ["color-contrast"] } };

/** Finishes fading animations, because colours are measured as rendered. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))),
  );
}

/**
 * Expects no violation in the light and the dark scheme.
 *
 * @param hasFrames also checks frames, for which axe opens another page.
 */
export async function expectAccessible(
  page: Page,
  { hasFrames = false }: { readonly hasFrames?: boolean } = {},
): Promise<void> {
  // Both runs use one copy of axe, whose half a megabyte is slow to load.
  if (!hasFrames) await page.evaluate(axe.source);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    const options = colorScheme === "dark" ? COLOURS : OPTIONS;
    const violations = hasFrames
      ? (await new AxeBuilder({ page }).options(options).analyze()).violations
      : await page.evaluate(run, options);
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join()}`);
    expect(found, colorScheme).toEqual([]);
  }
}

/** Runs in the page. */
async function run(options: RunOptions): Promise<readonly Result[]> {
  const loaded = Reflect.get(window, "axe") as typeof axe;
  const { violations } = await loaded.run(document, options);
  return violations;
}
