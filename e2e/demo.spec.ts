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
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ demo }, use) => {
    await use(demo.url);
  },
});

test("npm start prints how to sign in and loads the demo bank", async ({ page, demo }) => {
  test.setTimeout(420_000);
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
  // An import of the badges that runs since the start adds misspelt names.
  await expect(holds).toContainText(/3,00\d/);

  // Before the policy, which makes the preview stale.
  await test.step("the connected systems have work to show", async () => {
    await page.goto("/resources");
    await expect(page.getByRole("link", { name: "People Records" })).toBeVisible();
    await page.getByRole("link", { name: "Building Access" }).first().click();
    const screens = page.getByRole("navigation", { name: "Screens of this system" });
    await screens.getByRole("link", { name: "Manage", exact: true }).click();
    const imports = page.getByRole("grid", { name: "Imports" });
    await expect(imports.getByRole("gridcell", { name: "Done", exact: true })).toBeVisible({
      timeout: 120_000,
    });
    await expect(page.getByRole("region", { name: "Unpublished changes" }).first()).toBeVisible();
    await page.goto("/resources");
    await page.getByRole("link", { name: "Staff Directory" }).first().click();
    await screens.getByRole("link", { name: "Field mapping" }).click();
    await page.getByRole("link", { name: "Outbound", exact: true }).click();
    await expect(page.getByRole("heading", { name: "10 mappings", exact: true })).toBeVisible();
    await screens.getByRole("link", { name: "Preview", exact: true }).click();
    await expect(page.getByText("Waits for your decision").first()).toBeVisible({
      timeout: 120_000,
    });
  });

  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Teller", exact: true }).click();
  const teller = page.url();
  await page.getByRole("link", { name: "Access Policy Builder" }).click();
  const builder = new Builder(page);
  // Mining waits for the first imports of the connected systems.
  await expect(builder.table).toBeVisible({ timeout: 120_000 });
  await builder.setPercentage(60);
  await expect(builder.summary).toHaveText(/^\d+ entitlements from \d+ resources/);
  await builder.apply();
  await expect(page.getByText("Entitlement policies have been updated.")).toBeVisible();

  const heading = page.getByRole("heading", { level: 1 });
  // The password is printed once; a later start keeps it and the data.
  expect(await demo.stop()).toBe(0);
  await demo.start();
  expect(demo.log).not.toContain(password);
  await page.goto(teller);
  await expect(heading).toHaveText("Teller");
  await expect(page.getByRole("region", { name: "Current policy" })).not.toContainText(
    "No policy yet",
  );
});
