import { Builder, builderPath } from "./support/builder.ts";
import { HOLDINGS } from "./support/directory.ts";
import { expect, test } from "./support/test.ts";

test("[ROLE-3] [APB-3] [APB-12] [ROUTE-86] [ROUTE-85] the builder for one resource mines and applies only that resource @once", async ({
  signedIn: page,
  api,
}) => {
  const { oid } = await api.org("Hedge Accountant");
  const resourceId = await api.resource("Document Vault");
  await page.goto(`/rbac/role-mapping/${oid}`);
  await page.getByRole("button", { name: "Build for one resource" }).click();
  await page.getByRole("searchbox", { name: "Search resources" }).fill("vault");
  const asked = page.waitForRequest("**/entitlement-mining-report");
  await page.getByRole("link", { name: "Document Vault" }).click();
  await expect(page).toHaveURL(builderPath(oid, resourceId));
  expect((await asked).postDataJSON()).toEqual({ resourceId });

  const builder = new Builder(page);
  await expect(builder.table).toBeVisible();
  await expect(page.getByRole("button", { name: /Filter By Resource/ })).toBeHidden();
  await builder.setPercentage(30);
  await builder.expectShown(
    HOLDINGS.filter(({ resource }) => resource === "Document Vault").map(
      ({ entitlement }) => entitlement,
    ),
  );
  await builder.setPercentage(75);
  await builder.apply();
  await expect(page.getByText("Entitlement policies have been updated.")).toBeVisible();
  await expect(page).toHaveURL(`/resources/${resourceId}/role-mapping/${oid}`);
  expect(await api.policyOf(oid)).toEqual(["Cheque Images", "Statements Index"]);
});

test("[RPT-4] [ROUTE-91] [ROUTE-92] the builder refuses a report of another scope @once", async ({
  signedIn: page,
  api,
}) => {
  const { oid } = await api.org("Invoice Examiner");
  const resourceId = await api.resource("HR Portal");
  await api.mine(oid);
  const builder = new Builder(page);
  await builder.open(oid);
  await builder.expectShown(["Ledger Read", "Statements Index", "Payslip View"]);

  await page.goto(`/resources/${resourceId}/role-mapping`);
  await page.getByRole("searchbox", { name: "Search Job Titles" }).fill("invoice exam");
  await page.getByRole("grid").getByRole("link", { name: "Invoice Examiner" }).click();
  await expect(page).toHaveURL(`/resources/${resourceId}/role-mapping/${oid}`);
  await page.getByRole("link", { name: "Access Policy Builder" }).click();
  await expect(builder.table).toBeVisible();
  await builder.expectShown(["Payslip View"]);
  const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
  await crumbs.getByRole("link", { name: "Role Mapping" }).click();
  await expect(page).toHaveURL(`/resources/${resourceId}/role-mapping`);
});
