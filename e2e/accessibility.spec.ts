import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { expectKeyboard } from "./support/keyboard.ts";
import { expectNoOverhang, expectWhole } from "./support/labels.ts";
import { DIRECTORY_SCREENS } from "./support/screens/directory.ts";
import { FRAME_SCREENS } from "./support/screens/frame.ts";
import { MAPPING_SCREENS } from "./support/screens/mapping.ts";
import { PEOPLE_SCREENS } from "./support/screens/people.ts";
import { openRoute, speakGerman } from "./support/screens/openRoute.ts";
import { ROUTE_SCREENS } from "./support/screens/routeScreens.ts";
import { SYSTEM_SCREENS } from "./support/screens/systems.ts";
import { VISITOR_SCREENS } from "./support/screens/visitor.ts";
import { test } from "./support/sharedPage.ts";
import { Api, expect } from "./support/test.ts";

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

// Some states need changes of policies, which others would see.
test.use({ serverOf: "screens" });
test.describe.configure({ mode: "parallel" });

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
    await expectNoOverhang(page, `${width} px`);
  }
}

const LOOKS =
  "no axe violation in light and dark, no motion where none is wanted, no scrolling sideways at 360, 640, 1024 and 2560 px";

function lookAtRoutes(isVisitor: boolean): void {
  for (const screen of ROUTE_SCREENS.filter(({ isForVisitors }) => isForVisitors === isVisitor)) {
    test(`${screen.name}: ${LOOKS}, no label cut off in English and German, and all of it by keyboard, in forced colours as well @once`, async ({
      page,
      baseURL,
    }) => {
      const examples = await openRoute(page, new Api(page.request, baseURL ?? ""), screen);
      await expectKeyboard(page);
      await page.emulateMedia({ forcedColors: "active" });
      await expectKeyboard(page, "Shift+Tab");
      await page.emulateMedia({ forcedColors: "none" });
      await expectWhole(page);
      await look(page);
      await page.setViewportSize({ width: 1280, height: 1000 });
      await speakGerman(page, screen, examples);
      await expectWhole(page);
    });
  }
}

test.describe("for visitors", () => {
  test.use({ isVisitor: true });
  lookAtRoutes(true);
  for (const { name, open } of VISITOR_SCREENS) {
    test(`${name}: ${LOOKS} @once`, async ({ page }) => {
      await open(page);
      await look(page);
    });
  }
});

test.describe("for users", () => {
  lookAtRoutes(false);
  for (const { name, open } of [
    ...FRAME_SCREENS,
    ...PEOPLE_SCREENS,
    ...MAPPING_SCREENS,
    ...SYSTEM_SCREENS,
    ...DIRECTORY_SCREENS,
  ]) {
    test(`${name}: ${LOOKS} @once`, async ({ page, api }) => {
      await open(page, api);
      await look(page);
    });
  }
});
