/** Labels are read whole, without scrolling sideways; a name of the directory may be cut off where a tooltip has it. */
import { expect, type Page } from "@playwright/test";

/** Expects that nothing is cut off or beyond the edge, on a phone and on a wide screen. */
export async function expectWhole(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 1000 });
    const where = `${page.url()} at ${width} px`;
    await expect.poll(() => cutTexts(page), where).toEqual([]);
    await expectNoOverhang(page, where);
  }
}

/** Expects that the page cannot be scrolled sideways. */
export async function expectNoOverhang(page: Page, where: string): Promise<void> {
  const overhang = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  // Overlays are repositioned a frame later.
  await expect.poll(overhang, where).toBeLessThanOrEqual(0);
}

/** The texts that end in an ellipsis and stand whole in no tooltip; what is only read aloud is 1 px wide. */
function cutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((element) => getComputedStyle(element).textOverflow === "ellipsis")
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
      .filter(({ dataset, children }) =>
        [dataset, ...Array.from(children, (child) => (child as HTMLElement).dataset)].every(
          ({ tooltip }) => tooltip === undefined,
        ),
      )
      .map(({ textContent }) => textContent),
  );
}
