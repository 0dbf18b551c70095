import { Builder } from "./support/builder.ts";
import { expect, test } from "./support/test.ts";

test.use({ serverOf: "changes" });

const TITLE = 'Treasury "Desk" Analyst';
const QUOTED = '"Treasury ""Desk"" Analyst"';

/** Ten analysts; nine hold the first entitlement, four the second, whose quoted name spans two lines. */
function analysts(): { identities: string; access: string } {
  const identities = ["id,givenName,familyName,jobTitle,shoeSize"];
  const access = ["identityId,resource,account,entitlement"];
  for (let n = 1; n <= 10; n += 1) {
    identities.push(`T${n},Ann,Analyst ${n},${QUOTED},${30 + n}`);
    if (n <= 9) access.push(`T${n},Treasury,t${n},"Swap, Book"`);
    if (n <= 4) access.push(`T${n},Treasury,t${n},"Limits\nOverride"`);
  }
  return { identities: `\uFEFF${identities.join("\r\n")}`, access: access.join("\n") };
}

test("a user imports CSV files while the server runs, mines a report and applies a policy", async ({
  signedIn: page,
  api,
  provision: { server, directory },
}) => {
  const files = analysts();
  const broken = server.import({ identities: "id,username\n,nobody\n" });
  expect(broken.exitCode).toBe(2);
  const dry = server.import(files, "--dry-run");
  expect(dry.exitCode).toBe(0);
  expect(dry.result.identities.added).toBe(10);
  const { exitCode, result } = server.import(files);
  expect(exitCode).toBe(0);
  expect(result.identities).toMatchObject({ added: 10, rejected: 0 });
  expect(result.orgs.added).toBe(1);
  expect(result.assignments.added).toBe(13);
  const again = server.import(files);
  expect(again.exitCode).toBe(0);
  expect(again.result.identities).toMatchObject({ added: 0, updated: 0, unchanged: 10 });
  expect(again.result.assignments).toMatchObject({ added: 0, removed: 0 });

  await page.goto("/dashboard");
  const count = new Intl.NumberFormat("en").format(directory.counts.identities + 10);
  await expect(page.getByRole("region", { name: "Directory" })).toContainText(count);
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Role Mapping", exact: true })
    .click();
  await page.getByRole("searchbox", { name: "Search Job Titles" }).fill("treasury");
  await page.getByRole("link", { name: TITLE }).click();
  await expect(page.getByRole("main")).toContainText("10 members");
  await page.getByRole("link", { name: "Access Policy Builder" }).click();

  const builder = new Builder(page);
  await expect(page.getByRole("alert").filter({ hasText: "Unlinked accounts" })).toContainText(
    "1 of 10 identities has no linked account",
  );
  await builder.setPercentage(90);
  await builder.expectShown(["Swap, Book"]);
  await builder.setPercentage(40);
  await builder.expectShown(["Swap, Book", "Limits\nOverride"]);
  await builder.apply();
  await expect(page.getByText("Entitlement policies have been updated.")).toBeVisible();
  const { oid } = await api.org(TITLE);
  expect(await api.policyOf(oid)).toEqual(["Limits\nOverride", "Swap, Book"]);
});
