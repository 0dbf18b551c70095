import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { Builder } from "./support/builder.ts";
import { HOLDINGS, heldAtLeast } from "./support/directory.ts";
import { expect, test } from "./support/test.ts";

test.beforeEach(async ({ signedIn: page, api }) => {
  const { oid } = await api.org("Bond Settlement Clerk");
  await api.mine(oid);
  await new Builder(page).open(oid);
});

/** Centres of the thumb, the value line and the dots on the curves, and the ends of track and plot, in pixels. */
async function places(page: Page) {
  const threshold = page.getByRole("region", { name: "Threshold" });
  const middles = (selector: string) =>
    threshold.locator(selector).evaluateAll((found) =>
      found.map((one) => {
        const { left, width } = one.getBoundingClientRect();
        return left + width / 2;
      }),
    );
  const ends = (selector: string) =>
    threshold.locator(selector).evaluate((one) => {
      const { left, right } = one.getBoundingClientRect();
      return [left, right];
    });
  return {
    thumb: await middles("[class*=_thumb_]"),
    line: await middles("[class*=_valueLine_]"),
    dots: await middles("[class*=_dot_]"),
    track: await ends("[class*=_track_]"),
    plot: await ends(".u-over"),
  };
}

function legend(page: Page) {
  return page.getByRole("region", { name: "Threshold" }).getByRole("definition");
}

test("the curve and the slider share one axis at 360, 1280 and 2560 px @once", async ({ page }) => {
  const builder = new Builder(page);
  for (const width of [360, 1280, 2560]) {
    await page.setViewportSize({ width, height: 1000 });
    for (const percent of [30, 47, 100]) {
      await builder.setPercentage(percent);
      await expect(builder.slider).toHaveValue(String(percent));
      await expect
        .poll(async () => {
          const { thumb, line, dots, track, plot } = await places(page);
          const middle = thumb[0] ?? 0;
          const off = [...line, ...dots].map((one) => Math.abs(one - middle));
          off.push(...plot.map((end, at) => Math.abs(end - (track[at] ?? 0))));
          return off.length === 5 && Math.max(...off) <= 0.5;
        }, `${width} px`)
        .toBe(true);
    }
  }
});

test("the numbers follow the slider, the pointer and a click @once", async ({ page }) => {
  const builder = new Builder(page);
  await builder.setPercentage(60);
  await expect(legend(page)).toHaveText([String(heldAtLeast(60).length), "3", "1"]);
  const plot = page.locator(".u-over");
  const box = await plot.boundingBox();
  if (!box) throw new Error("The curve is not on the screen");
  // Slightly within the percentage, so that rounding does not matter.
  const at = (percent: number) => ({ x: (box.width * (percent - 30)) / 70 + 1, y: 40 });
  await plot.hover({ position: at(40) });
  await expect(legend(page).first()).toHaveText(String(heldAtLeast(40).length));
  // The set value is distinguished from the value under the pointer.
  const head = page.getByRole("region", { name: "Threshold" }).getByRole("paragraph").first();
  await expect(head).toHaveText("At cursor: 40%");
  await expect(builder.number).toHaveValue("60");
  await plot.click({ position: at(40) });
  await expect(builder.number).toHaveValue("40");
  await expect(head).toHaveText("At 40%");
  await builder.expectShown(heldAtLeast(40));
  await expect(builder.slider).toHaveAttribute(
    "aria-valuetext",
    `40%: ${heldAtLeast(40).length} entitlements from 3 resources`,
  );
});

test("the curve is also available as a table, and passes axe in light and dark @once", async ({
  page,
}) => {
  const toggle = page.getByRole("button", { name: "Show as table" });
  await toggle.click();
  const table = page.getByRole("table", { name: "Kept at each percentage" });
  await expect(table.getByRole("row")).toHaveCount(16);
  const hidden = await table.evaluate((one) => {
    const head = one.querySelector("th")?.getBoundingClientRect();
    const first = one.querySelector("td, tbody th")?.getBoundingClientRect();
    return head && first ? head.bottom - first.top : null;
  });
  expect(hidden, "pixels of the first row under the head").toBeLessThanOrEqual(1);
  await expect(table.getByRole("row", { name: /^30%/ })).toContainText(String(HOLDINGS.length));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Hide the table" }).click();
  await expect(table).toBeHidden();
});

test("the canvas uses the theme's colours, and forced colours keep bars and lines visible @once", async ({
  page,
}) => {
  const painted = () =>
    page.locator(".uplot canvas").evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const light = await painted();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(painted).not.toBe(light);
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(painted).toBe(light);

  await page.emulateMedia({ forcedColors: "active" });
  const ground = page.locator("[class*=_probes_] [class*=_ground_]");
  await expect(ground).toHaveCSS("color", "rgba(0, 0, 0, 0)");
});
