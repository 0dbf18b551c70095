import { expect, test } from "./support/test.ts";

interface Counts {
  readonly identities: number;
  readonly resources: number;
  readonly accounts: number;
  readonly unlinkedAccounts: number;
  readonly entitlements: number;
  readonly assignments: number;
  readonly orgs: Readonly<Record<string, number>>;
}

const format = (count: number) => new Intl.NumberFormat("en").format(count);

test("[ROUTE-10] the dashboard shows the imported counts and links to the largest job titles without a policy @once", async ({
  signedIn: page,
  api,
  provision: { result, directory },
}) => {
  const counts = await api.read<Counts>("/counts");
  expect(counts.identities).toBe(result.identities.added);
  expect(counts.accounts).toBe(result.accounts.added);
  expect(counts.resources).toBe(result.resources.added);
  expect(counts.entitlements).toBe(result.entitlements.added);
  expect(counts.assignments).toBe(result.assignments.added);
  expect(counts.identities).toBe(directory.counts.identities);
  expect(counts.orgs["job-titles"]).toBe(directory.counts.jobTitles);

  await page.goto("/dashboard");
  const holds = page.getByRole("region", { name: "Directory" });
  const figures: Readonly<Record<string, number>> = {
    Identities: counts.identities,
    Accounts: counts.accounts,
    Resources: counts.resources,
    Entitlements: counts.entitlements,
    "Job Titles": counts.orgs["job-titles"] ?? -1,
    Departments: counts.orgs["departments"] ?? -1,
    Locations: counts.orgs["locations"] ?? -1,
  };
  await expect(holds).toContainText(format(counts.identities));
  const texts = await holds.getByRole("paragraph").allTextContents();
  const shown = Object.keys(figures).map((label) => [label, texts[texts.indexOf(label) + 1]]);
  const expected = Object.entries(figures).map(([label, count]) => [label, format(count)]);
  expect(shown).toEqual(expected);
  await expect(holds).toContainText(`${format(counts.unlinkedAccounts)} orphaned`);
  await expect(holds).toContainText(`${format(counts.assignments)} assignments`);

  const next = page.getByRole("region", { name: "What to do next" });
  const orgs = next.getByRole("list").getByRole("list");
  await expect(orgs.getByText("Job title", { exact: true })).toHaveCount(5);
  const first = orgs.getByRole("link").first();
  const name = await first.innerText();
  await first.click();
  await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
});

test("[NAV-1] [NAV-2] [NAV-20] [NAV-25] the header and menu link to every existing screen @once", async ({
  signedIn: page,
}) => {
  await page.goto("/dashboard");
  const main = page.getByRole("navigation", { name: "Main" });
  await main.getByRole("link", { name: "Role Mapping", exact: true }).click();
  await expect(page).toHaveURL("/rbac/role-mapping");
  await main.getByRole("link", { name: "Bulk Role Mapping", exact: true }).click();
  await expect(page).toHaveURL("/rbac/role-mapping/bulk");
  await main.getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL("/dashboard");
  await main.getByRole("link", { name: "Role Mapping", exact: true }).click();
  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Provision`);
  await footer.getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL("/dashboard");
});
