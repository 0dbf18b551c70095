import { ProvisionServer } from "./support/server.ts";
import { Api, expect, test } from "./support/test.ts";

const people = (jobTitle: string) => ({
  identities: `id,jobTitle\na,${jobTitle}\nb,${jobTitle}\n`,
  access: "identityId,resource,account,entitlement\na,Core,a,Read\n",
});

let server: ProvisionServer;
test.beforeAll(async ({ database }) => {
  server = await ProvisionServer.create({ database });
  // The first start leaves an empty client, which takes the first name.
  await server.start();
  await server.stop();
  expect(server.import(people("Nurse"), "--client", "Ward Hospital").exitCode).toBe(0);
  expect(server.import(people("Teller"), "--client", "Meridian Bank").exitCode).toBe(0);
  const alike = server.import(people("Teller"), "--client", "meridian bank");
  expect(alike.exitCode).toBe(2);
  expect(alike.messages).toContain('the client "Meridian Bank"');
  await server.start();
});
test.afterAll(() => server.remove());

test("[CLI-1] a user of several clients sees the first, finds another by name, and returns to the first @once", async ({
  page,
}) => {
  await new Api(page.request, server.url).signIn();
  await page.goto(`${server.url}/rbac/role-mapping`);
  await expect(page.getByRole("link", { name: "Nurse" })).toBeVisible();

  await page.getByRole("button", { name: "Client: Ward Hospital" }).click();
  const choices = page.getByRole("menuitemradio");
  await expect(choices).toHaveText(["Ward Hospital", "Meridian Bank"]);
  await expect(page.getByRole("menuitemradio", { checked: true })).toHaveText("Ward Hospital");
  await choices.filter({ hasText: "Meridian Bank" }).click();
  await expect(page).toHaveURL(`${server.url}/dashboard`);
  await expect(page.getByRole("main")).toContainText("Meridian Bank");

  await page.getByRole("link", { name: "Role Mapping", exact: true }).first().click();
  await expect(page.getByRole("link", { name: "Teller" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Nurse" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("button", { name: "Client: Meridian Bank" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Teller" })).toBeVisible();
});

test("a keyboard user can choose the client on a narrow screen @once", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await new Api(page.request, server.url).signIn();
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole("button", { name: "Client: Ward Hospital" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("m");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Client: Meridian Bank" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
