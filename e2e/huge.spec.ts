import type { Locator, Page } from "@playwright/test";
import { generateReport } from "../bench/support/generateReport.ts";
import { MAX_SCROLL_HEIGHT } from "#src/ui/virtual-rows/scrollSpace.ts";
import { Builder, builderPath } from "./support/builder.ts";
import { HeldReport } from "./support/heldReport.ts";
import { expect, test, type Api } from "./support/test.ts";

const report = generateReport(350_000, 12);
const ROW = 36;

/** Whether the row is fully visible in the table. */
async function isInView(row: Locator, table: Locator): Promise<boolean> {
  const [inner, outer] = await Promise.all([row.boundingBox(), table.boundingBox()]);
  if (!inner || !outer) return false;
  return inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height + 1;
}

/** Opens the builder of an org on the report. */
async function openOnReport(page: Page, api: Api): Promise<Locator> {
  const held = await HeldReport.of(page);
  const { oid } = await api.org("Bond Settlement Clerk");
  await page.goto(builderPath(oid));
  const answer = await held.next();
  await answer.begin(report, report.length);
  answer.finish(new Uint8Array());
  const canvas = page.locator(".uplot canvas");
  await expect(canvas).toBeVisible({ timeout: 30_000 });
  held.close();
  return canvas;
}

/** Expects numbers beside the scale, none of which is cut off at the left edge of the canvas. */
async function expectRoomForNumbers(canvas: Locator): Promise<void> {
  /** The painted columns of the canvas from its left edge to the plot. */
  const painted = () =>
    canvas.evaluate((one: HTMLCanvasElement) => {
      const { width, height } = one;
      const { data } = one.getContext("2d")?.getImageData(0, 0, width, height) ?? {};
      return Array.from({ length: 44 }, (_, x) =>
        Array.from({ length: height }, (_row, y) => data?.[(y * width + x) * 4 + 3] ?? 0),
      ).flatMap((column, x) => (column.some((alpha) => alpha > 0) ? [x] : []));
    });
  await expect.poll(async () => (await painted()).length, { timeout: 30_000 }).toBeGreaterThan(9);
  expect((await painted())[0], "what touches the edge may be cut off").toBeGreaterThan(0);
}

test("keys and scrolling reach the first and last row of a table taller than its viewport @once", async ({
  signedIn: page,
  api,
}) => {
  await expectRoomForNumbers(await openOnReport(page, api));
  const builder = new Builder(page);
  await expect(builder.table).toBeVisible({ timeout: 30_000 });
  await builder.setPercentage(30);
  const active = builder.table.locator("[role=row][data-active]");
  await expect
    .poll(async () => Number(await builder.table.getAttribute("aria-rowcount")))
    .toBeGreaterThan(MAX_SCROLL_HEIGHT / ROW);
  const count = Number(await builder.table.getAttribute("aria-rowcount"));
  const rowAt = (index: number) => builder.table.locator(`[role=row][aria-rowindex="${index}"]`);
  const first = 2;

  await builder.table.focus();
  await page.keyboard.press("End");
  await expect(active).toHaveAttribute("aria-rowindex", String(count));
  await expect.poll(() => isInView(rowAt(count), builder.table)).toBe(true);
  await page.keyboard.press("ArrowUp");
  await expect(active).toHaveAttribute("aria-rowindex", String(count - 1));
  await page.keyboard.press("Home");
  await expect(active).toHaveAttribute("aria-rowindex", String(first));
  await expect.poll(() => isInView(rowAt(first), builder.table)).toBe(true);

  await builder.table.evaluate((table) => (table.scrollTop = table.scrollHeight));
  await expect.poll(() => isInView(rowAt(count), builder.table)).toBe(true);
  // From there a small wheel turn scrolls by exactly its distance.
  const above = rowAt(count - 3);
  const before = (await above.boundingBox())?.y ?? 0;
  await builder.table.evaluate((table) => table.scrollBy(0, -10));
  await expect.poll(async () => (await above.boundingBox())?.y).toBe(before + 10);
  await builder.table.evaluate((table) => (table.scrollTop = 0));
  await expect.poll(() => isInView(rowAt(first), builder.table)).toBe(true);
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  test("the curve's axis has room for its numbers @once", async ({ signedIn: page, api }) => {
    await expectRoomForNumbers(await openOnReport(page, api));
  });
});
