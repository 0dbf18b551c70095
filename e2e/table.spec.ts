import type { Locator } from "@playwright/test";
import { Builder, builderPath } from "./support/builder.ts";
import { HeldReport } from "./support/heldReport.ts";
import { expect, test } from "./support/test.ts";

test.beforeEach(async ({ signedIn: page, api }) => {
  const { oid } = await api.org("Bond Settlement Clerk");
  await api.mine(oid);
  const builder = new Builder(page);
  await builder.open(oid);
  await builder.setPercentage(30);
});

test("type-ahead finds rows by name, a key collapses their resource, and the active row survives filtering @once", async ({
  page,
}) => {
  const builder = new Builder(page);
  const active = builder.table.locator("[role=row][data-active]");
  await builder.table.focus();
  await page.keyboard.type("cheq");
  await expect(active).toContainText("Cheque Images");
  await expect(builder.table).toHaveAttribute("aria-rowcount", "13");
  await expect(active).toHaveAttribute("aria-rowindex", "9");

  await builder.setPercentage(60);
  await expect(builder.table).toHaveAttribute("aria-rowcount", "10");
  await expect(active).toContainText("Cheque Images");
  await expect(active).toHaveAttribute("aria-rowindex", "8");

  await builder.filter.fill("payslip");
  await expect(builder.table).toHaveAttribute("aria-rowcount", "3");
  await expect(
    page.getByRole("status").getByText("1 entitlement from 1 resource shown"),
  ).toBeAttached();
  await expect(active).toHaveCount(0);
  await builder.table.focus();
  await expect(active).toContainText("HR Portal");

  await builder.filter.fill("");
  await builder.table.focus();
  await page.keyboard.press("ArrowDown");
  await expect(active).toContainText("Payslip View");
  await page.keyboard.press("ArrowLeft");
  await expect(active).toContainText("HR Portal");
  await page.keyboard.press("ArrowRight");
  await expect(builder.row("Payslip View")).toBeVisible();
});

test("hints make rows taller and keep the first row in view @once", async ({ page }) => {
  const builder = new Builder(page);
  await page.setViewportSize({ width: 1280, height: 700 });
  await builder.table.evaluate((table) => table.scrollTo({ top: 108 }));
  const first = builder.row("Branch Reports");
  const before = await first.boundingBox();
  await page.getByRole("switch", { name: "Show Hints" }).check();
  await expect(first).toContainText("60% of identities");
  await expect.poll(async () => (await first.boundingBox())?.y).toBe(before?.y);
});

test("columns keep their width, whichever rows are shown @once", async ({ page }) => {
  const builder = new Builder(page);
  const ends = (cells: "columnheader" | "gridcell", within: Locator) =>
    within.getByRole(cells).evaluateAll((found) =>
      found.map((cell) => {
        const { left, right } = cell.getBoundingClientRect();
        return [left, right];
      }),
    );
  const heads = await ends("columnheader", builder.table);
  expect(heads).toHaveLength(4);
  const nameAt = async () =>
    (await builder.table.getByRole("button", { name: "Name", exact: true }).boundingBox())?.x;
  const name = await nameAt();
  const expectSame = async (name: string) => {
    await expect(builder.row(name)).toBeVisible();
    expect(await ends("columnheader", builder.table)).toEqual(heads);
    const cells = await ends("gridcell", builder.row(name));
    expect(cells.map(([left]) => left)).toEqual(heads.map(([left]) => left));
    expect(cells.map(([, right]) => right)).toEqual(heads.map(([, right]) => right));
  };
  await expectSame("Wire Release");
  await builder.filter.fill("payslip");
  await expectSame("Payslip View");
  expect(await nameAt()).toBe(name);
  // The shown rows are counted beside it.
  await builder.filter.fill("none of them");
  await expect(builder.table.getByRole("checkbox", { name: "Select 0 shown" })).toBeVisible();
  expect(await nameAt()).toBe(name);
  await builder.filter.fill("");
  await page.getByRole("button", { name: "Identities", exact: true }).click();
  await page.getByRole("switch", { name: "Show Hints" }).check();
  await expectSame("Wire Release");
});

test("a truncated name starts with its first letter in either writing direction @once", async ({
  page,
  api,
}) => {
  const { oid } = await api.org("Fraud Investigator");
  const names = ["مدير الحسابات ".repeat(20), "Account Manager ".repeat(20)];
  const entitlementInsights = names.map((entitlementName, at) => ({
    entitlementName,
    percentOfUsers: 100,
    roleOid: `role-${at}`,
  }));
  const head = { orgOid: oid, reportDate: "2026-01-05T08:00:00.000Z", totalUsers: 1 };
  const report = Buffer.from(
    JSON.stringify({
      ...head,
      totalShadows: 1,
      resourceInsights: [{ resourceName: names[0], entitlementInsights }],
    }),
  );
  const held = await HeldReport.of(page);
  await page.goto(builderPath(oid));
  const answer = await held.next();
  await answer.begin(report, report.length);
  answer.finish(new Uint8Array());
  const texts = new Builder(page).table.locator("[data-row] [data-tooltip]");
  await expect(texts).toHaveCount(3);
  const first = await texts.evaluateAll((found) =>
    found.map((text) => {
      const letter = document.createRange();
      letter.setStart(text.firstChild ?? text, 0);
      letter.setEnd(text.firstChild ?? text, 1);
      const [box, place] = [text.getBoundingClientRect(), letter.getBoundingClientRect()];
      return place.left >= box.left - 1 && place.right <= box.right + 1;
    }),
  );
  expect(first).toEqual([true, true, true]);
  held.close();
});
