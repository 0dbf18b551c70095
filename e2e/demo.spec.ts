/** The demo after the README's first command. */
import { Builder } from "./support/builder.ts";
import { ProvisionServer } from "./support/server.ts";
import { expect, test as base } from "./support/test.ts";

const test = base.extend<object, { readonly demo: ProvisionServer }>({
  demo: [
    async ({ database }, use) => {
      const server = await ProvisionServer.create({
        database,
        demo: true,
        password: null,
        asUsers: true,
      });
      await server.start();
      await use(server);
      await server.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ demo }, use) => {
    await use(demo.url);
  },
});

test("npm start prints how to sign in and loads the demo bank", async ({ page, demo }) => {
  const username = /Username: +(\S+)/.exec(demo.log)?.[1] ?? "";
  const password = /Password: +(\S+)/.exec(demo.log)?.[1] ?? "";
  const health = await page.request.get(`${demo.url}/healthz`);
  expect(health.status()).toBe(200);

  await page.goto("/");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const holds = page.getByRole("region", { name: "Directory" });
  await expect(holds).toContainText("2,000");
  await expect(holds).toContainText("3,000");

  await page.getByRole("link", { name: "Teller", exact: true }).click();
  await page.getByRole("link", { name: "Access Policy Builder" }).click();
  const builder = new Builder(page);
  await expect(builder.table).toBeVisible();
  await builder.setPercentage(60);
  await expect(builder.summary).toHaveText(/^\d+ entitlements from \d+ resources/);
  await builder.apply();
  await expect(page.getByText("Entitlement policies have been updated.")).toBeVisible();

  // The password is printed once; a later start keeps it and the data.
  expect(await demo.stop()).toBe(0);
  await demo.start();
  expect(demo.log).not.toContain(password);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Teller" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Current policy" })).not.toContainText(
    "No policy yet",
  );
});
