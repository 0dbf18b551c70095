import { Builder, builderPath } from "./support/builder.ts";
import { heldAtLeast } from "./support/directory.ts";
import { expect, test } from "./support/test.ts";

/** On PostgreSQL another server may have the job: it is taken over when its lease of 30 s has expired. */
const MAX_WAIT = 75_000;

test("[RPT-9] a server killed while mining restarts, and the builder gets its report", async ({
  signedIn: page,
  api,
  provision: { server },
}) => {
  test.setTimeout(180_000);
  const { oid } = await api.org("Junior Teller");
  const builder = new Builder(page);
  const accepted = page.waitForResponse(
    (response) =>
      response.url().endsWith("/entitlement-mining-report") && response.status() === 202,
  );
  await page.goto(builderPath(oid));
  await accepted;
  await server.kill();
  const failure = page.getByRole("alert").filter({ hasText: "The report couldn't be generated" });
  await expect(failure).toBeVisible();

  await server.start();
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(builder.table).toBeVisible({ timeout: MAX_WAIT });
  await builder.expectShown(heldAtLeast(100));
  await builder.apply();
  await expect(page.getByText("Entitlement policies have been updated.")).toBeVisible();

  // Acknowledged changes and the session survive the next kill.
  await server.kill();
  await server.start();
  await page.goto(`/rbac/role-mapping/${oid}`);
  await expect(page.getByRole("region", { name: "Current policy" })).toContainText("3 total");
  expect(await api.policyOf(oid)).toEqual([...heldAtLeast(100)].toSorted());
});
