import { ASKS, Builder, builderPath } from "./support/builder.ts";
import { heldAtLeast, HOLDINGS, RESOURCES } from "./support/directory.ts";
import { expect, test } from "./support/test.ts";

test("[APB-1] [ROUTE-30] [RPT-3] [RPT-8] [RPT-10] [RPT-11] [RPT-14] the builder shows its progress while the report is mined", async ({
  signedIn: page,
  api,
}) => {
  const org = await api.org("Apprentice Cashier");
  const asked: { status: number; body: unknown }[] = [];
  page.on("response", (response) => {
    if (!response.url().endsWith("/entitlement-mining-report")) return;
    const request = response.request();
    expect(request.method()).toBe("POST");
    asked.push({ status: response.status(), body: request.postDataJSON() });
  });
  const builder = new Builder(page);
  await page.goto(builderPath(org.oid));
  await expect(page).toHaveTitle("Access Policy Builder | Provision");
  await expect(page.getByRole("region", { name: "Report" })).toContainText(ASKS);
  await expect(builder.table).toBeVisible();
  expect(asked.map(({ status }) => status)).toEqual([202, 200]);
  expect(asked.map(({ body }) => body)).toEqual([{ resourceId: null }, { resourceId: null }]);
});

test("a page without cross-origin isolation gets the worker's answers as messages @once", async ({
  signedIn: page,
  api,
}) => {
  const { oid } = await api.org("Bond Settlement Clerk");
  await api.mine(oid);
  await page.route(builderPath(oid), async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    delete headers["cross-origin-embedder-policy"];
    await route.fulfill({ response, headers });
  });
  const builder = new Builder(page);
  await builder.open(oid);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await builder.slider.focus();
  await page.keyboard.press("Home");
  await builder.expectShown(HOLDINGS.map(({ entitlement }) => entitlement));
  await page.keyboard.press("End");
  await builder.expectShown(heldAtLeast(100));
});

test.describe("with a report", () => {
  test.beforeEach(async ({ signedIn: page, api }) => {
    const { oid } = await api.org("Bond Settlement Clerk");
    await api.mine(oid);
    await new Builder(page).open(oid);
  });

  test("[APB-4] [APB-6] [APB-8] [APB-15] [APB-20] [APB-21] [APB-30] [APB-31] the builder starts at 100 with everything selected, and Cancel returns to the org @once", async ({
    page,
    api,
  }) => {
    const builder = new Builder(page);
    const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
    await expect(crumbs.getByRole("listitem")).toHaveText([
      "Dashboard",
      "Role Mapping",
      "Bond Settlement Clerk",
      "Access Policy Builder",
    ]);
    await expect(page.getByRole("main").getByRole("time")).toBeVisible();
    // Only then does the worker store answers where frames find them.
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await expect(builder.slider).toHaveValue("100");
    await expect(builder.number).toHaveValue("100");
    await expect(builder.applyButtons).toHaveCount(2);
    for (const mark of ["30", "60", "90", "100"]) {
      const slider = page.getByRole("region", { name: "Threshold" });
      await expect(slider.getByText(mark, { exact: true })).toBeVisible();
    }
    await builder.expectShown(heldAtLeast(100));
    for (const name of [...RESOURCES, ...heldAtLeast(100)]) {
      await expect(builder.checkbox(name)).toBeChecked();
    }
    await expect(builder.summary).toHaveText("3 entitlements from 3 resources selected: 3 to add");
    const { oid } = await api.org("Bond Settlement Clerk");
    await page.getByRole("link", { name: "Cancel" }).first().click();
    await expect(page).toHaveURL(`/rbac/role-mapping/${oid}`);
  });

  test("[APB-5] [APB-7] [APB-19] [APB-48] [APB-49] [WID-9] the slider and the number field set the percentage, and low cohesion shows a warning @once", async ({
    page,
  }) => {
    const builder = new Builder(page);
    await builder.slider.focus();
    await page.keyboard.press("Home");
    await expect(builder.number).toHaveValue("30");
    await builder.expectShown(HOLDINGS.map(({ entitlement }) => entitlement));
    await page.keyboard.press("ArrowRight");
    await expect(builder.number).toHaveValue("31");
    await builder.expectShown(heldAtLeast(31));
    await page.keyboard.press("End");
    await expect(builder.number).toHaveValue("100");
    for (let press = 0; press < 25; press += 1) await page.keyboard.press("ArrowLeft");
    await expect(builder.number).toHaveValue("75");
    await builder.expectShown(heldAtLeast(75));

    const threshold = page.getByRole("region", { name: "Threshold" });
    const mark = await threshold.getByText("60", { exact: true }).boundingBox();
    const thumb = await builder.slider.boundingBox();
    if (!mark || !thumb) throw new Error("The slider is not on the screen");
    const y = thumb.y + thumb.height / 2;
    await page.mouse.move(thumb.x + thumb.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(mark.x + mark.width / 2 + 40, y, { steps: 5 });
    await page.mouse.move(mark.x + mark.width / 2, y, { steps: 5 });
    await page.mouse.up();
    await expect(builder.number).toHaveValue("60");
    await builder.expectShown(heldAtLeast(60));
    await expect(builder.row("Branch Reports")).toContainText("60.0%");

    await builder.setPercentage(75);
    await expect(builder.slider).toHaveValue("75");
    await builder.expectShown(heldAtLeast(75));
    await builder.setPercentage(5);
    await expect(builder.number).toHaveValue("30");
    await builder.setPercentage(500);
    await expect(builder.number).toHaveValue("100");

    const text = page.getByText(
      "This entitlement is only shared by a small portion of users in this role...",
    );
    await builder.setPercentage(60);
    await builder.expectShown(heldAtLeast(60));
    await expect(text).toBeHidden();
    await builder.setPercentage(59);
    await expect(builder.number).toHaveValue("59");
    await expect(text).toBeHidden();
    await builder.setPercentage(55);
    await expect(text).toBeVisible();
    await page.getByRole("button", { name: /Low cohesion/ }).click();
    await expect(text).toBeHidden();
  });

  test("[APB-9] [APB-10] [APB-11] [APB-42] text and resource filters narrow the rows @once", async ({
    page,
  }) => {
    const builder = new Builder(page);
    await builder.setPercentage(30);
    await builder.filter.fill("  ARCHIVE_pur ");
    await builder.expectShown(["Archive Purge"]);
    await builder.filter.fill("no such name");
    await expect(page.getByText("No entries match your selection")).toBeVisible();
    await builder.filter.fill("x".repeat(300));
    await expect(builder.filter).toHaveValue("x".repeat(255));
    await builder.filter.press("Escape");
    await expect(builder.filter).toHaveValue("");
    await builder.expectShown(heldAtLeast(30));

    await builder.setPercentage(100);
    await page.getByRole("button", { name: "Filter By Resource (3)" }).click();
    await page.getByRole("option", { name: "Core Banking" }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Filter By Resource (2)" })).toBeVisible();
    await builder.expectShown(["Statements Index", "Payslip View"]);
    await expect(builder.summary).toHaveText(/^2 entitlements from 2 resources/);
  });

  test("[APB-13] [APB-16] [APB-17] [APB-18] [APB-22] [APB-23] [APB-24] [APB-25] [APB-32] rows show hints, resources collapse, and have three states @once", async ({
    page,
  }) => {
    const builder = new Builder(page);
    await builder.setPercentage(30);
    await page.getByRole("switch", { name: "Show Hints" }).check();
    await expect(builder.row("Rota Edit")).toContainText(
      "55% of identities are assigned to Rota Edit, while 45% are not.",
    );
    await page.getByRole("switch", { name: "Show Hints" }).uncheck();
    await expect(builder.row("Rota Edit")).not.toContainText("while 45% are not");

    await page.getByRole("button", { name: "Collapse Core Banking" }).first().click();
    await builder.expectShown([
      "Statements Index",
      "Cheque Images",
      "Archive Purge",
      "Payslip View",
      "Rota Edit",
    ]);
    await page.getByRole("button", { name: "Expand Core Banking" }).first().click();
    await builder.expectShown(heldAtLeast(30));
    await page.getByRole("button", { name: "Collapse resources" }).click();
    await builder.expectShown([]);
    await expect(builder.summary).toHaveText(/^9 entitlements from 3 resources/);
    await page.getByRole("button", { name: "Expand resources" }).click();
    await builder.expectShown(heldAtLeast(30));

    await builder.setPercentage(60);
    const resource = builder.checkbox("Core Banking");
    await expect(resource).toBeChecked();
    await builder.tick("Wire Release", false);
    await expect(resource).toBeChecked({ indeterminate: true });
    await expect(builder.row("Core Banking")).toContainText("2 of 3 selected");
    await builder.tick("Ledger Read", false);
    await builder.tick("Branch Reports", false);
    await expect(resource).toBeChecked({ checked: false });
    await expect(builder.row("Core Banking")).toContainText("0 of 3 selected");
    await builder.tick("Core Banking", true);
    await expect(builder.checkbox("Wire Release")).toBeChecked();
    await builder.tick("Core Banking", false);
    await expect(builder.checkbox("Ledger Read")).not.toBeChecked();
    await expect(builder.checkbox("Statements Index")).toBeChecked();
  });

  test("[APB-14] [RPT-1] [RPT-12] [RPT-13] [WID-20] [WID-21] refresh deletes the report and mines it again @once", async ({
    page,
  }) => {
    const builder = new Builder(page);
    const methods: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/entitlement-mining-report")) methods.push(request.method());
    });
    await page.getByRole("button", { name: "Refresh report" }).click();
    await expect(page.getByText("Report refreshed!")).toBeVisible();
    await expect(builder.table).toBeVisible();
    expect(methods.slice(0, 2)).toEqual(["DELETE", "POST"]);
    await page
      .getByRole("listitem")
      .filter({ hasText: "Report refreshed!" })
      .getByRole("button", { name: /close|dismiss/i })
      .click();
    await expect(page.getByText("Report refreshed!")).toBeHidden();
  });
});

test("[APB-45] [APB-47] [APB-46] unlinked accounts show a banner, which is red below half and absent when there are none @once", async ({
  signedIn: page,
  api,
}) => {
  const builder = new Builder(page);
  for (const [title, severity, text] of [
    ["Mailroom Porter", "warning", "8 of 20 identities have no linked account"],
    ["Night Guard", "error", "12 of 20 identities have no linked account"],
  ] as const) {
    const { oid } = await api.org(title);
    await api.mine(oid);
    await page.goto(builderPath(oid));
    const banner = page.getByRole("alert").filter({ hasText: "Unlinked accounts detected" });
    await expect(banner).toContainText(text);
    await expect(banner).toHaveAttribute("data-severity", severity);
    await builder.setPercentage(40);
    await builder.expectShown(["Ledger Read"]);
  }
  const { oid } = await api.org("Deposit Analyst");
  await api.mine(oid);
  await builder.open(oid);
  await expect(page.getByText("Unlinked accounts detected")).toBeHidden();
});
