import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Page, TestInfo } from "@playwright/test";
import { Builder } from "./support/builder.ts";
import { expect, test } from "./support/test.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Works in the builder and exports its log. @returns the shown rows and the files. */
async function recordBuilder(page: Page, oid: string, testInfo: TestInfo) {
  const builder = new Builder(page);
  await builder.open(oid);
  await builder.setPercentage(60);
  await expect(builder.checkbox("Branch Reports")).toBeVisible();
  await builder.tick("Wire Release", false);
  await builder.filter.fill("w");
  await builder.expectShown(["Wire Release", "Payslip View"]);
  const rows = await rowsOf(page);
  await page.getByRole("button", { name: /^Filter By Resource/ }).click();
  await page.getByRole("combobox", { name: "Find a resource" }).fill("port");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("combobox", { name: "Find a resource" })).toHaveCount(0);
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByRole("menuitem")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Provision Support" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  const choice = page.getByRole("checkbox", { name: /^Include 2 reports and policies \(/ });
  await expect(choice).toBeChecked();
  const withReport = await saveLog(page, testInfo.outputPath("with.ndjson.gz"));
  await choice.uncheck();
  await expect(page.getByText("Without reports, a replay shows counts")).toBeVisible();
  const without = await saveLog(page, testInfo.outputPath("without.ndjson.gz"));
  return { rows, withReport, without };
}

/** The texts of the table's rows. */
function rowsOf(page: Pick<Page, "getByRole">): Promise<readonly string[]> {
  return page.getByRole("treegrid", { name: "Entitlements" }).getByRole("row").allInnerTexts();
}

async function saveLog(page: Page, path: string): Promise<string> {
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export event log" }).click();
  await (await saved).saveAs(path);
  return path;
}

async function openReplay(page: Page, path: string) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).click();
  await (await chooser).setFiles(path);
  const replay = page.getByRole("dialog", { name: /^Replay of/ });
  await expect(replay.getByRole("grid", { name: "Events" })).toBeVisible();
  return replay;
}

test("a builder session replays with the rows it showed, also without a browser @once", async ({
  signedIn: page,
  api,
  browser,
  provision: { server },
}, testInfo) => {
  const { oid } = await api.org("Bond Settlement Clerk");
  await api.mine(oid);
  const { rows, withReport, without } = await recordBuilder(page, oid, testInfo);
  expect(rows.length).toBeGreaterThan(4);

  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, ["--import", "tsx", "src/replay/cli.ts", ...words], {
      cwd: root,
      encoding: "utf8",
    });
  const whole = run(withReport);
  expect(whole.stdout).toMatch(/[1-9]\d* tables? as shown/);
  expect([whole.stderr, whole.status]).toEqual(["", 0]);

  const replay = await openReplay(page, withReport);
  const screen = replay.frameLocator("iframe");
  await replay.getByRole("searchbox", { name: "Search events" }).fill("filterTextChanged");
  await replay
    .getByRole("row", { name: /filterTextChanged/ })
    .last()
    .click();
  await expect.poll(() => rowsOf(screen)).toEqual(rows);
  await expect(screen.getByRole("checkbox", { name: "Wire Release" })).not.toBeChecked();
  await expect(replay.getByText("left out of this log")).toHaveCount(0);

  // An open dropdown with its search text is open again, only inside the replayed page.
  await replay.getByRole("searchbox", { name: "Search events" }).fill('"port"');
  await replay.getByRole("row", { name: /parts\/searched/ }).click();
  await expect(screen.getByRole("combobox", { name: "Find a resource" })).toHaveValue("port");
  await expect(screen.getByRole("option")).toHaveText([/^HR Portal/]);
  await expect(page.getByRole("combobox", { name: "Find a resource" })).toHaveCount(0);
  await replay.getByRole("searchbox", { name: "Search events" }).fill('"policyBuilder/export"');
  await replay.getByRole("row", { name: /parts\/toggled.*true/ }).click();
  await expect(screen.getByRole("menuitem")).toHaveCount(2);
  await expect(page.getByRole("menuitem")).toHaveCount(0);
  await expect(replay.getByRole("grid", { name: "Events" })).toBeFocused();
  await replay.getByRole("button", { name: "Leave replay" }).click();

  // If the report is left out, a replay says so with its known properties.
  const counted = run(without);
  expect(counted.stdout).toContain("A report was left out of this log");
  expect([counted.stderr, counted.status]).toEqual(["", 0]);
  const bare = await openReplay(page, without);
  await bare.getByRole("searchbox", { name: "Search events" }).fill("filterTextChanged");
  await bare
    .getByRole("row", { name: /filterTextChanged/ })
    .last()
    .click();
  await expect(bare.getByText("The report was left out of this log")).toBeVisible();
  await expect(
    bare.getByText(/the threshold stood at 60%, after 1 change of the selection/),
  ).toBeVisible();
  // Nothing failed for the administrator.
  const shown = bare.frameLocator("iframe");
  await expect(shown.getByRole("heading", { name: "Bond Settlement Clerk" })).toBeVisible();
  await expect(shown.getByText("The report couldn't be generated")).toHaveCount(0);

  // The support user never opened the builder, and needs no server once the file is open.
  const elsewhere = await browser.newContext({
    storageState: await page.context().storageState(),
  });
  const helper = await elsewhere.newPage();
  await helper.goto("/support");
  const far = await openReplay(helper, withReport);
  await server.kill();
  await far.getByRole("searchbox", { name: "Search events" }).fill("filterTextChanged");
  await far
    .getByRole("row", { name: /filterTextChanged/ })
    .last()
    .click();
  await expect.poll(() => rowsOf(far.frameLocator("iframe"))).toEqual(rows);
  await expect(far.frameLocator("iframe").locator("canvas")).toBeVisible();
  await elsewhere.close();
  await server.start();
});
