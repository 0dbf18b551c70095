/** Access roles as a file, and given to many orgs at once. */
import { readFile } from "node:fs/promises";
import { expect, test } from "./support/test.ts";

test.use({ serverOf: "roles" });

test("[ROLE-1] a file of access roles shows what it changes before it is applied @once", async ({
  signedIn: page,
  api,
}) => {
  const [read, release] = await Promise.all([api.role("Ledger Read"), api.role("Wire Release")]);
  const role = {
    name: "File teller",
    description: "",
    resourceOid: null,
    entitlementOids: [read],
    ownerOids: [],
  };
  const created = await api.call("POST", `/api/clients/${await api.client()}/roles`, role);
  const { oid } = (await created.json()) as { readonly oid: string };

  await page.goto("/rbac/access-roles?contains=File");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export entitlements" }).click(),
  ]);
  const text = await readFile(await file.path(), "utf8");
  expect(text.trim().split("\r\n")).toHaveLength(1 + 1);
  await page.locator("input[type=file]").setInputFiles({
    name: "role-entitlements.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      `${text.replaceAll(read, release)}File lead,Core Banking,Ledger Read,,\r\n`,
    ),
  });
  const panel = page.getByRole("region", { name: "Import from CSV" });
  await expect(panel.getByText("Creates 1 role and changes 1 role")).toBeVisible();
  await expect(panel.getByText("Gets Wire Release (Core Banking)")).toBeVisible();
  await expect(panel.getByText("Loses Ledger Read (Core Banking)")).toBeVisible();
  await panel.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Access roles created: 1, changed: 1.")).toBeVisible();
  await expect(page.getByRole("link", { name: "File lead" })).toBeVisible();

  await page.goto(`/rbac/access-roles/${oid}`);
  const entitlements = page.getByRole("list", { name: "Entitlements" });
  await expect(entitlements.getByRole("listitem")).toContainText(["Wire Release"]);
  await entitlements.getByRole("button", { name: "Who has it? Wire Release" }).click();
  const holders = page.getByRole("dialog", { name: "Who has Wire Release?" });
  await expect(holders.getByText(/^[\d,]+ of [\d,]+ people hold it$/)).toBeVisible();
});

test("[ROUTE-24] many orgs get an access role at once, from the list of access roles @once", async ({
  signedIn: page,
  api,
}) => {
  const role = {
    name: "Desk bundle",
    description: "",
    resourceOid: null,
    entitlementOids: [await api.role("Rota Edit")],
    ownerOids: [],
  };
  await api.call("POST", `/api/clients/${await api.client()}/roles`, role);
  await page.goto("/rbac/access-roles");
  await page.getByRole("link", { name: "Bulk Role Mapping" }).click();
  await expect(page).toHaveURL("/rbac/access-roles/bulk");
  await page.getByRole("radio", { name: "Locations" }).check();
  const orgs = page.getByRole("grid", { name: "Orgs" });
  await expect(orgs.getByRole("row")).toHaveCount(4);
  await orgs.getByRole("checkbox", { name: "Select all" }).check();
  const roles = page.getByRole("grid", { name: "Access roles" });
  await roles.getByRole("checkbox", { name: "Desk bundle" }).check();
  await page.getByRole("button", { name: "Show effect" }).click();
  await page.getByRole("button", { name: "Apply to 3 orgs" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("3 policies changed")).toBeVisible();
});
