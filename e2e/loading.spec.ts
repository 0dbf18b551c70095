import type { Page } from "@playwright/test";
import { generateReport } from "../bench/support/generateReport.ts";
import { ASKS, Builder, builderPath } from "./support/builder.ts";
import { HeldReport } from "./support/heldReport.ts";
import { expect, test as base } from "./support/test.ts";

const test = base.extend<{ readonly held: HeldReport }>({
  held: async ({ page }, use) => {
    const held = await HeldReport.of(page);
    await use(held);
    held.close();
  },
});

const ROWS = 20_000;
const report = generateReport(ROWS, 12);
const half = Math.ceil(report.length / 2);

test("loading shows its progress, can be cancelled and can be restarted @once", async ({
  signedIn: page,
  api,
  held,
}) => {
  const { oid } = await api.org("Bond Settlement Clerk");
  const builder = new Builder(page);
  const panel = page.getByRole("region", { name: "Report" });
  const bar = panel.getByRole("progressbar");
  const status = panel.getByRole("status");
  await page.goto(builderPath(oid));
  await expect(panel).toContainText(ASKS);
  const box = await panel.boundingBox();

  const first = await held.next();
  await first.begin(report.subarray(0, half), report.length);
  await expect(bar).toHaveAttribute("aria-valuenow", "50");
  await expect(panel).toContainText(
    /Loading the report: 1\.\d MB of 2\.\d MB, [1-9][\d,]+ entitle/,
  );
  await expect(status).toHaveText("Loading the report: 50%");
  expect(await panel.boundingBox()).toEqual(box);

  await panel.getByRole("button", { name: "Cancel loading" }).click();
  await expect(panel.getByRole("heading", { name: "Loading was cancelled" })).toBeVisible();
  await first.abandoned;
  await expect(status).toHaveText(/^Loading was cancelled\. The policy is unchanged/);
  await expect(bar).toBeHidden();
  expect(await panel.boundingBox()).toEqual(box);
  const again = panel.getByRole("button", { name: "Load again" });
  await expect(again).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(panel.getByRole("button", { name: "Cancel loading" })).toBeFocused();
  const second = await held.next();
  await second.begin(report.subarray(0, half), report.length);
  await expect(bar).toHaveAttribute("aria-valuenow", "50");
  second.finish(report.subarray(half));
  await expect(builder.table).toBeVisible();
  const threshold = page.getByRole("region", { name: "Threshold" });
  await expect(threshold).toContainText("of 20,000 kept");
  const { x, width, height } = (await threshold.boundingBox()) ?? {};
  expect(box).toMatchObject({ x, width, height });
});

test("[RPT-8] cancelling while the report is mined stops the polling @once", async ({
  signedIn: page,
  api,
  held,
}) => {
  await page.clock.install();
  const { oid } = await api.org("Bond Settlement Clerk");
  const panel = page.getByRole("region", { name: "Report" });
  await page.goto(builderPath(oid));
  await expect(panel).toContainText(ASKS);
  await page.clock.runFor(1000);
  (await held.next()).pending();
  await expect(panel).toContainText("The report is being mined. Checked 1 time");
  await panel.getByRole("button", { name: "Cancel loading" }).click();
  await expect(panel.getByRole("heading", { name: "Loading was cancelled" })).toBeVisible();
  await page.clock.runFor(120_000);
  expect(held.requests).toBe(1);
});

test("a report that breaks off shows an error and can be requested again @once", async ({
  signedIn: page,
  api,
  held,
}) => {
  const { oid } = await api.org("Bond Settlement Clerk");
  await page.goto(builderPath(oid));
  const first = await held.next();
  await first.begin(report.subarray(0, half), report.length);
  await expect(page.getByRole("progressbar", { name: "Report" })).toBeVisible();
  first.breakOff();
  await expect(page.getByRole("alert")).toContainText("The server's answer broke off");
  await page.getByRole("button", { name: "Try again" }).click();
  const second = await held.next();
  await second.begin(report, report.length);
  await expect(new Builder(page).table).toBeVisible();
});

/** Finds an org whose name contains that of no other, and opens its builder. */
async function goToBuilder(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name: "Role Mapping" }).first().click();
  await page.getByRole("searchbox").first().fill(name);
  // Until then, the rows move under the pointer.
  await expect(page.getByText("1 result", { exact: true }).first()).toBeVisible();
  await page.getByRole("link", { name }).click();
  await page.getByRole("link", { name: "Access Policy Builder" }).click();
}

test("an unreadable report shows an error, and the previous report stays @once", async ({
  signedIn: page,
  api,
  held,
}) => {
  const { oid, displayName } = await api.org("Bond Settlement Clerk");
  const other = await api.org("Fraud Investigator");
  const threshold = page.getByRole("region", { name: "Threshold" });
  await page.goto(builderPath(oid));
  const small = generateReport(100, 3);
  const first = await held.next();
  await first.begin(small.subarray(0, 50), small.length);
  first.finish(small.subarray(50));
  await expect(threshold).toContainText("of 100 kept");

  await goToBuilder(page, other.displayName);
  const wrong = await held.next();
  const gateway = Buffer.from("<html>gateway</html>");
  await wrong.begin(gateway, gateway.length);
  await expect(page.getByRole("alert")).toContainText(
    "The report cannot be read: the report is not an object (byte 0 of 20).",
  );

  await goToBuilder(page, displayName);
  await expect(threshold).toContainText("of 100 kept");
  expect(held.requests).toBe(2);
});

test("leaving while the report arrives cancels its download, and the next screen loads its own @once", async ({
  signedIn: page,
  api,
  held,
}) => {
  const { oid } = await api.org("Bond Settlement Clerk");
  const other = await api.org("Fraud Investigator");
  await page.goto(`/rbac/role-mapping/${oid}`);
  await page.getByRole("link", { name: "Access Policy Builder" }).click();
  const left = await held.next();
  await left.begin(report.subarray(0, half), report.length);
  await expect(page.getByRole("progressbar", { name: "Report" })).toHaveAttribute(
    "aria-valuenow",
    "50",
  );
  await page.getByRole("link", { name: "Cancel" }).first().click();
  await expect(page).toHaveURL(`/rbac/role-mapping/${oid}`);
  await left.abandoned;

  // The same page and worker continue.
  await goToBuilder(page, other.displayName);
  const small = generateReport(100, 3);
  const next = await held.next();
  await next.begin(small, small.length);
  await expect(page.getByRole("region", { name: "Threshold" })).toContainText("of 100 kept");
});
