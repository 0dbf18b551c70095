/** Each built-in role opens what its menu offers, and what else its screens lead to, and is refused nothing. */
import type { Page } from "@playwright/test";
import { Builder } from "./support/builder.ts";
import { addHolder } from "./support/addHolder.ts";
import { Api, expect, test } from "./support/test.ts";
import { createWalk } from "./support/walk.ts";

test.use({ serverOf: "roles" });

interface Role {
  readonly id: string;
  readonly name: string;
}

/** Answers that the server refused, and calls that it failed, from now on. */
function watchRefusals(page: Page): string[] {
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() < 400) return;
    const { pathname } = new URL(response.url());
    refused.push(`${response.status()} ${response.request().method()} ${pathname}`);
  });
  return refused;
}

/** Follows every link of the navigation bar, one after the other. */
async function openMenu(page: Page): Promise<readonly string[]> {
  const walk = createWalk(page);
  await walk("/dashboard", { layout: "frame" });
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  await expect(links.first()).toBeVisible();
  const found = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute("href") ?? ""),
  );
  const paths = found.filter((href) => href.startsWith("/") && !/^\/(?:docs|logout)/.test(href));
  for (const path of paths) {
    await walk(path, { layout: "frame" });
    await expect(page).toHaveURL(({ pathname }) => pathname === path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  return paths;
}

const ROLES = ["Owner", "User Manager", "Role Mapper", "Resource Manager", "Member"];

const rolesOf = async (api: Api): Promise<readonly Role[]> => {
  const { _embedded } = await api.read<{ readonly _embedded: { readonly roles: readonly Role[] } }>(
    "/user-roles",
  );
  return _embedded.roles;
};

test("the built-in roles are those whose menus are opened here @once", async ({ api }) => {
  const names = (await rolesOf(api)).map(({ name }) => name);
  expect(names.toSorted()).toEqual(ROLES.toSorted());
});

for (const name of ROLES) {
  test(`the role ${name} opens all that its menu offers, and no call of it is refused @once`, async ({
    api,
    browser,
    provision,
  }) => {
    const resourceId = await api.resource("Document Vault");
    const org = await api.org("Junior Teller");
    const roleIds = (await rolesOf(api)).filter((role) => role.name === name).map(({ id }) => id);
    const username = name.toLowerCase().replaceAll(" ", ".");
    const resourceIds = name === "Resource Manager" ? [resourceId] : [];
    await addHolder(api, provision.server.directory, { username, roleIds, resourceIds });
    const page = await browser.newPage({ baseURL: provision.server.url });
    await new Api(page.request, provision.server.url).signIn(username);
    const refused = watchRefusals(page);
    const opened = await openMenu(page);
    expect(opened.length).toBeGreaterThan(2);
    expect(refused).toEqual([]);
    if (name === "Resource Manager") await mapOwnResource(page, resourceId, org.oid);
    expect(refused).toEqual([]);
    await page.close();
  });
}

/** From the list of orgs to a policy that is applied, for the one resource. */
async function mapOwnResource(page: Page, resourceId: string, oid: string): Promise<void> {
  const base = `/resources/${resourceId}/role-mapping`;
  await page.goto(base);
  await expect(page.getByRole("grid", { name: "Job Titles" })).toBeVisible();
  await page.goto(`${base}/${oid}`);
  await expect(page.getByRole("heading", { level: 1, name: "Junior Teller" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.goto(`${base}/${oid}/access-policy-builder`);
  const builder = new Builder(page);
  await expect(builder.table).toBeVisible();
  await builder.setPercentage(75);
  await builder.apply();
  await expect(page.getByText("Entitlement policies have been updated.")).toBeVisible();
  await expect(page).toHaveURL(`${base}/${oid}`);
  await expect(page.getByRole("link", { name: "Show all resources" })).toBeHidden();
  await expect(page.getByRole("grid", { name: "Inherited entitlements" })).toBeVisible();
  await page.getByRole("button", { name: "Who has it? Cheque Images" }).click();
  const holders = page.getByRole("dialog", { name: /^Who has / });
  await expect(holders.getByRole("grid")).toBeVisible();
  await page.waitForLoadState("networkidle");
}
