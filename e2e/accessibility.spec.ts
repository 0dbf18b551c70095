import type { Page } from "@playwright/test";
import { ROUTE_TABLE } from "#src/app/routes.ts";
import { expectAccessible } from "./support/axe.ts";
import { FRAME_SCREENS } from "./support/screens/frame.ts";
import { MAPPING_SCREENS } from "./support/screens/mapping.ts";
import { PEOPLE_SCREENS } from "./support/screens/people.ts";
import { VISITOR_SCREENS } from "./support/screens/visitor.ts";
import { expect, test } from "./support/test.ts";

const SIGNED_IN_SCREENS = [...FRAME_SCREENS, ...PEOPLE_SCREENS, ...MAPPING_SCREENS];

/** Long animations and smooth scrolling although reduced motion is preferred. */
function movingThings(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isLong = (durations: string) =>
      durations.split(",").some((duration) => Number.parseFloat(duration) > 0.02);
    return [...document.querySelectorAll("*")].flatMap((element) => {
      const style = getComputedStyle(element);
      const isAnimated = style.animationName !== "none" && isLong(style.animationDuration);
      const moves = isAnimated || isLong(style.transitionDuration);
      return moves || style.scrollBehavior === "smooth" ? [element.outerHTML.slice(0, 120)] : [];
    });
  });
}

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Expects the common properties of every screen from the current page. */
async function look(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await movingThings(page)).toEqual([]);
  // 640 by 450 px is the space of a screen of 1280 by 900 at 200 percent zoom.
  for (const [width, height] of [
    [360, 900],
    [640, 450],
    [1024, 900],
    [2560, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const overhang = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    // Overlays are repositioned a frame later.
    await expect.poll(overhang, `${width} px`).toBeLessThanOrEqual(0);
  }
}

function titleOf(name: string): string {
  return `${name}: no axe violation in light and dark, no motion where none is wanted, no scrolling sideways at 360, 640, 1024 and 2560 px @once`;
}

test("this spec examines every route of the table @once", () => {
  const screens = [...VISITOR_SCREENS, ...SIGNED_IN_SCREENS];
  const shown = screens.flatMap(({ route }) => route ?? []).toSorted();
  const routes = [...ROUTE_TABLE.routes, ROUTE_TABLE.notFound].map(({ name }) => name).toSorted();
  expect(shown).toEqual(routes);
});

for (const { name, open } of VISITOR_SCREENS) {
  test(titleOf(name), async ({ page }) => {
    await open(page);
    await look(page);
  });
}

for (const { name, open } of SIGNED_IN_SCREENS) {
  test(titleOf(name), async ({ page, api }) => {
    await open(page, api);
    await look(page);
  });
}
