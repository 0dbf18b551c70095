import { expect, test, type Api } from "./support/test.ts";

// It only reads, and the journeys of reports change no policy.
test.use({ serverOf: "reports" });

/** Job titles as the API counts them, "2,414": other journeys on this server may have imported more. */
async function countFound(api: Api): Promise<string> {
  const { count } = await api.read<{ readonly count: number }>("/mp-orgs/count?orgType=job-titles");
  return new Intl.NumberFormat("en").format(count);
}

test("[ROUTE-26] [ROUTE-28] [ROLE-2] [ORG-16] a user finds an org among thousands and sees its members and policy @once", async ({
  signedIn: page,
  api,
  provision: { directory },
}) => {
  await page.goto("/rbac/role-mapping");
  const table = page.getByRole("grid", { name: "Job Titles" });
  const total = await countFound(api);
  expect(Number(total.replace(",", ""))).toBeGreaterThanOrEqual(directory.counts.jobTitles);
  await expect(page.getByText(`${total} results`)).toBeVisible();
  await expect(table).toHaveAttribute("aria-rowcount", String(Number(total.replace(",", "")) + 1));

  await page.getByRole("searchbox", { name: "Search Job Titles" }).fill("loan under");
  await expect(table.getByRole("row")).toHaveCount(2);
  await table.getByRole("link", { name: "Loan Underwriter" }).click();

  const { oid } = await api.org("Loan Underwriter");
  await expect(page).toHaveURL(`/rbac/role-mapping/${oid}`);
  await expect(page.getByRole("heading", { level: 1, name: "Loan Underwriter" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("20 members");
  const members = page.getByRole("grid", { name: "Members" });
  await expect(members).toHaveAttribute("aria-rowcount", "21");
  await expect(page.getByRole("region", { name: "Current policy" })).toContainText("No policy yet");
  const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
  await expect(crumbs.getByRole("listitem")).toHaveText([
    "Dashboard",
    "Role Mapping",
    "Loan Underwriter",
  ]);
});

test("[ORG-19] [ORG-20] [ORG-22] [ORG-17] the search ignores case, spaces and underscores, and the letter filter narrows the list @once", async ({
  signedIn: page,
  api,
}) => {
  await page.goto("/rbac/role-mapping");
  const table = page.getByRole("grid", { name: "Job Titles" });
  for (const text of ["LOANUNDERWRITER", "loan_under_writer", "  loan  underwriter"]) {
    await page.getByRole("searchbox", { name: "Search Job Titles" }).fill(text);
    await expect(table.getByRole("row")).toHaveCount(2);
    await expect(table.getByRole("link", { name: "Loan Underwriter" })).toBeVisible();
  }
  await page.getByRole("searchbox", { name: "Search Job Titles" }).fill("nobody is called so");
  await expect(table).toContainText("No entries match your selection");

  await page.getByRole("searchbox", { name: "Search Job Titles" }).fill("");
  const total = await countFound(api);
  const letters = page.getByRole("toolbar", { name: "Names that start with" });
  await letters.getByRole("button", { name: "L", exact: true }).click();
  await expect(table.getByRole("link")).toHaveText(["Loan Underwriter"]);
  await letters.getByRole("button", { name: "All Orgs" }).click();
  await expect(page.getByText(`${total} results`)).toBeVisible();
});

test("[ORG-5] [ROLE-2] [WID-5] [WID-17] [WID-18] the last row is reachable, columns sort ascending first, and each type has its own list @once", async ({
  signedIn: page,
}) => {
  await page.goto("/rbac/role-mapping");
  const table = page.getByRole("grid", { name: "Job Titles" });
  const firstLink = table.getByRole("link").first();
  await expect(firstLink).toHaveText("Apprentice Cashier");
  await table.focus();
  await page.keyboard.press("End");
  await expect(table.getByRole("link", { name: "Specialist 2400" })).toBeVisible();

  await table.getByRole("button", { name: "Name" }).click();
  await expect(firstLink).toHaveText("Specialist 2400");
  await page.reload();
  await expect(firstLink).toHaveText("Specialist 2400");
  await table.getByRole("button", { name: "Members" }).click();
  const members = table.getByRole("columnheader", { name: "Members" });
  await expect(members).toHaveAttribute("aria-sort", "ascending");
  await table.getByRole("button", { name: "Members" }).click();
  await expect(members).toHaveAttribute("aria-sort", "descending");
  await expect(table.getByRole("row").nth(1)).toContainText("20");

  await page.goto("/rbac/role-mapping");
  await page.getByRole("radio", { name: "Locations" }).check({ force: true });
  const locations = page.getByRole("grid", { name: "Locations" });
  await expect(locations.getByRole("link")).toHaveText(["Harlan", "Quillport", "Västerås"]);
  await page.goBack();
  await expect(table).toBeVisible();
});
