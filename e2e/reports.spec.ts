/** Reports: requested by keyboard, made by the server, exported and deleted. */
import pg from "pg";
import { POSTGRES_URL } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

test.use({ serverOf: "reports" });

test("[IDN-2] a report is requested by keyboard, read, exported and deleted @once", async ({
  signedIn: page,
}) => {
  await page.goto("/reports");
  await expect(page.getByRole("heading", { name: "Reports", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "New report" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New report" });
  await dialog.getByLabel("Kind").selectOption("policyCoverage");
  await dialog.getByRole("searchbox", { name: "Find an org" }).fill("underwriter");
  const org = dialog.getByLabel("Org", { exact: true });
  await expect(org.getByRole("option", { name: "Loan Underwriter", exact: true })).toBeAttached();
  await org.selectOption({ label: "Loan Underwriter" });
  await org.focus();
  const submit = dialog.getByRole("button", { name: "Request report" });
  for (let stops = 0; stops < 10 && !(await submit.evaluate(isFocused)); stops++) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/\/reports\/[0-9a-f-]{36}$/);
  await expect(
    page.getByRole("heading", { name: "Policy coverage by org", level: 1 }),
  ).toBeVisible();
  await expect(page.getByText("Loan Underwriter ·")).toBeVisible();
  const rows = page.getByRole("region", { name: "Rows" });
  await expect(rows.getByRole("row").nth(1)).toContainText("Loan Underwriter", { timeout: 20_000 });
  // The numbers of the chart for screen readers.
  await expect(page.getByRole("table", { name: "Orgs by coverage in percent" })).toBeAttached();

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    rows.getByRole("link", { name: "Export XLSX" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("policyCoverage.xlsx");

  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL("/reports");
  await expect(page.getByText("Report deleted.")).toBeVisible();
});

test("[IDN-2] reports show roles that nobody has, nested roles, and accounts without entitlements @once", async ({
  signedIn: page,
  api,
}) => {
  const [read, release, reports] = await Promise.all(
    ["Ledger Read", "Wire Release", "Branch Reports"].map((name) => api.role(name)),
  );
  const path = `/api/clients/${await api.client()}/roles`;
  for (const [name, entitlementOids] of [
    ["Wire desk", [read, release]],
    ["Wire desk lead", [read, release, reports]],
  ] as const) {
    const role = { name, description: "", resourceOid: null, entitlementOids, ownerOids: [] };
    expect((await api.call("POST", path, role)).status()).toBe(201);
  }
  const request = async (kind: string) => {
    await page.goto("/reports");
    await page.getByRole("button", { name: "New report" }).click();
    const dialog = page.getByRole("dialog", { name: "New report" });
    await dialog.getByLabel("Kind").selectOption({ label: kind });
    await dialog.getByRole("button", { name: "Request report" }).click();
    await expect(page.getByRole("heading", { name: kind, level: 1 })).toBeVisible();
    return page.getByRole("region", { name: "Rows" });
  };

  const unheld = await request("Access roles that nobody has");
  for (const name of ["Wire desk", "Wire desk lead"]) {
    await expect(
      unheld.getByRole("row").filter({ has: page.getByText(name, { exact: true }) }),
    ).toBeVisible({ timeout: 20_000 });
  }
  const nested = await request("Equal and nested access roles");
  await expect(
    nested
      .getByRole("row")
      .filter({ hasText: "Wire desk lead" })
      .filter({ hasText: /Contained/ }),
  ).toBeVisible({ timeout: 20_000 });
  const changes = await request("Changes between two days");
  await expect(changes.getByRole("row").filter({ hasText: "Wire desk lead" })).toContainText(
    "Created an access role",
    { timeout: 20_000 },
  );
  const inactive = await request("Ended, disabled and empty accounts");
  await expect(inactive.getByRole("row").nth(1)).toBeVisible({ timeout: 20_000 });
});

test("[IDN-2] a report names the holders of an entitlement and what grants it to them @once", async ({
  signedIn: page,
}) => {
  await page.goto("/reports");
  await page.getByRole("button", { name: "New report" }).click();
  const dialog = page.getByRole("dialog", { name: "New report" });
  await dialog.getByLabel("Kind").selectOption("holders");
  await dialog.getByRole("button", { name: "Request report" }).click();
  await expect(dialog.getByText("Choose an entitlement", { exact: true }).last()).toBeVisible();
  await dialog.getByRole("searchbox", { name: "Find an entitlement" }).fill("ledger read");
  const entitlement = dialog.getByLabel("Entitlement", { exact: true });
  const option = entitlement.getByRole("option", { name: /^Ledger Read/ }).first();
  await expect(option).toBeAttached();
  await entitlement.selectOption((await option.getAttribute("value")) ?? "");
  await dialog.getByRole("button", { name: "Request report" }).click();
  await expect(
    page.getByRole("heading", { name: "Holders of an entitlement", level: 1 }),
  ).toBeVisible();
  await expect(page.getByText(/^Ledger Read/)).toBeVisible();
  const rows = page.getByRole("region", { name: "Rows" });
  await expect(rows.getByRole("row").nth(1)).toContainText(/Holds it|Lacks it/, {
    timeout: 20_000,
  });
});

test("[IDN-8] rows about people without an org say why they cannot become cases @once", async ({
  signedIn: page,
  provision: { server },
}) => {
  const identities = "id,givenName,familyName\nN1,Noa,Noorg\n";
  const access = "identityId,resource,account,entitlement\nN1,Core Banking,noa,Vault Override\n";
  expect(server.import({ identities, access }).exitCode).toBe(0);
  await page.goto("/reports");
  await page.getByRole("button", { name: "New report" }).click();
  const dialog = page.getByRole("dialog", { name: "New report" });
  await dialog.getByLabel("Kind").selectOption("outsidePolicy");
  await dialog.getByRole("button", { name: "Request report" }).click();
  const rows = page.getByRole("region", { name: "Rows" });
  await expect(rows.getByRole("row").nth(1)).toBeVisible({ timeout: 20_000 });
  await rows.getByRole("searchbox").fill("core");
  await rows.getByRole("columnheader", { name: "Outside policy" }).click();
  const action = (name: string) =>
    rows.getByRole("button", { name: `Open case about ${name}`, exact: true });
  const noOrg = action("No org");
  await expect(noOrg).toBeDisabled();
  await noOrg.hover();
  await expect(page.getByRole("tooltip")).toContainText("This row names no org or person");
  await expect(action("Control")).toBeEnabled();
});

test("a report is scheduled for a recipient once the draft is complete, and the schedule is deleted @once", async ({
  signedIn: page,
  api,
}) => {
  await api.addUser("watcher", { roles: ["Role Mapper"] });
  await api.addUser("bystander");
  await page.goto("/reports");
  const plan = page.getByRole("button", { name: "Schedule a report" });
  const dialog = page.getByRole("dialog", { name: "Schedule a report" });
  const schedules = page.getByRole("region", { name: "Schedules" });
  const recipients = (chosen: number) =>
    dialog.getByRole("button", { name: `Recipients (${chosen})` });
  await plan.click();
  await dialog.getByLabel("How often").selectOption("daily");
  await recipients(0).click();
  const choices = page.getByRole("dialog", { name: /^Recipients/ });
  // Only users who may see reports.
  await expect(choices.getByRole("option")).toHaveText(["watcher"]);
  await choices.getByRole("combobox", { name: "Find a user" }).fill("watch");
  await choices.getByRole("option", { name: "watcher" }).click();
  await page.keyboard.press("Escape");
  await expect(recipients(1)).toBeVisible();
  // A cancelled draft schedules nothing, and is kept.
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(schedules.getByText("No report is scheduled.")).toBeVisible();
  await plan.click();
  await expect(dialog.getByLabel("How often")).toHaveValue("daily");
  await expect(recipients(1)).toBeVisible();
  await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(dialog).toBeHidden();
  const row = schedules.getByRole("row").nth(1);
  await expect(row).toContainText("Access outside policy");
  await expect(row).toContainText("Daily");
  await expect(row).toContainText("watcher");
  await row.hover();
  await schedules.getByRole("button", { name: "Edit the schedule of Access" }).click();
  const edit = page.getByRole("dialog", { name: "Edit the schedule" });
  await expect(edit.getByRole("button", { name: "Recipients (1)" })).toBeVisible();
  await edit.getByLabel("How often").selectOption("monthly");
  await edit.getByRole("button", { name: "Save schedule" }).click();
  await expect(edit).toBeHidden();
  await expect(row).toContainText("Monthly");
  await expect(row).toContainText("watcher");
  await row.hover();
  await schedules.getByRole("button", { name: "Delete Access outside policy" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(schedules.getByText("No report is scheduled.")).toBeVisible();
});

test("[IDN-2] a report is cancelled while it is being made, and has no rows later @once", async ({
  signedIn: page,
  api,
  provision: { server },
  database,
}) => {
  test.skip(database !== "postgres", "The embedded database has no lock that holds a report back");
  const holder = new pg.Client({ connectionString: urlOf(server.place) });
  await holder.connect();
  try {
    await holder.query("begin; lock table accounts in access exclusive mode");
    await page.goto("/reports");
    await page.getByRole("button", { name: "New report" }).click();
    const dialog = page.getByRole("dialog", { name: "New report" });
    await dialog.getByLabel("Kind").selectOption("orphanedAccounts");
    await dialog.getByRole("button", { name: "Request report" }).click();
    const cancel = page.getByRole("button", { name: "Cancel report", exact: true });
    await cancel.click();
    const question = page.getByRole("alertdialog", { name: "Cancel this report?" });
    await question.getByRole("button", { name: "Keep report" }).click();
    await expect(question).toBeHidden();
    await expect(page.getByRole("progressbar", { name: "Progress of the report" })).toBeVisible();
    await cancel.click();
    await question.getByRole("button", { name: "Cancel report" }).click();
    await expect(question).toBeHidden();
  } finally {
    await holder.end();
  }
  await expect(page.getByText("Info: Cancelled")).toBeVisible();
  // The next report is ready only after the server is done with the cancelled one.
  const address = page.url();
  await page.goto("/reports");
  await page.getByRole("button", { name: "New report" }).click();
  const dialog = page.getByRole("dialog", { name: "New report" });
  await dialog.getByLabel("Kind").selectOption("orphanedAccounts");
  await dialog.getByRole("button", { name: "Request report" }).click();
  await expect(page.getByRole("region", { name: "Rows" })).toBeVisible({ timeout: 20_000 });
  const path = `/api/clients/${await api.client()}${new URL(address).pathname}`;
  const cancelled = await api.call("GET", path);
  expect(await cancelled.json()).toMatchObject({ status: "cancelled", rowCount: 0 });
  await page.goto(address);
  await expect(page.getByText("Info: Cancelled")).toBeVisible();
  await expect(page.getByRole("region", { name: "Rows" })).toHaveCount(0);
});

const isFocused = (element: Element) => element === document.activeElement;

/** The address of a database on the cluster of the journeys. */
function urlOf(database: string): string {
  const url = new URL(process.env[POSTGRES_URL] ?? "");
  url.pathname = database;
  return url.href;
}
