import { expect, test } from "./support/test.ts";

const UNKNOWN = "00000000-0000-4000-8000-000000000000";

test("[ROUTE-57] [ROUTE-63] [ROUTE-64] [ROUTE-65] [ROUTE-68] [ROUTE-69] [ROUTE-56] error pages and Not Found are open to visitors @once", async ({
  page,
}) => {
  const pages: Readonly<Record<string, string>> = {
    "/errors/401": "Unauthorized",
    "/errors/404": "Not Found",
    "/errors/500": "Internal Error",
    "/errors/not-authorized": "Not Authorized",
    "/errors/any-other": "Not Found",
    "/no/such/page": "Not Found",
    "/Dashboard": "Not Found",
  };
  for (const [path, title] of Object.entries(pages)) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveURL(path);
    await expect(page).toHaveTitle(`${title} | Provision`);
  }
});

test("[ROUTE-66] [ROUTE-67] Forbidden needs a signed-in user @once", async ({ page, api }) => {
  await page.goto("/errors/403");
  await expect(page.getByRole("heading", { level: 1, name: "Forbidden" })).toBeVisible();
  await api.signOut();
  await page.goto("/errors/403");
  await expect(page).toHaveURL("/?redirect=%2Ferrors%2F403");
});

test("[ROUTE-58] the router drops a trailing slash, keeps the query, and reports an unknown org @once", async ({
  signedIn: page,
}) => {
  await page.goto("/rbac/role-mapping/?type=locations");
  await expect(page).toHaveURL("/rbac/role-mapping?type=locations");
  await expect(page.getByRole("grid", { name: "Locations" })).toBeVisible();

  for (const path of [
    `/rbac/role-mapping/${UNKNOWN}`,
    `/rbac/role-mapping/${UNKNOWN}/access-policy-builder`,
    "/rbac/role-mapping/no-id-at-all",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Org not found" })).toBeVisible();
    await page.getByRole("link", { name: "Back to Role Mapping" }).click();
    await expect(page).toHaveURL("/rbac/role-mapping");
  }
});

test("a foreign client and an unknown API address are not found @once", async ({ api }) => {
  const own = await api.org("Junior Teller");
  const reply = await api.call("GET", `/api/clients/${UNKNOWN}/mp-orgs/${own.oid}`);
  expect(reply.status()).toBe(404);
  expect(await reply.json()).toMatchObject({ code: "ENOTFOUND" });
  const unknown = await api.call("GET", "/api/no/such/call");
  expect(unknown.status()).toBe(404);
  expect(await unknown.json()).toMatchObject({ code: "ENOTFOUND" });
});

test("[APP-4] the app unregisters a service worker that an earlier product left @once", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator.serviceWorker, "getRegistrations", {
      value: async () => [{ unregister: async () => performance.mark("unregistered") }],
    });
  });
  await page.goto("/");
  const marks = () =>
    page.evaluate(() => performance.getEntriesByType("mark").map(({ name }) => name));
  await expect.poll(marks).toContain("unregistered");
});
