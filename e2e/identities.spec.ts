/** The people of the directory and one person's report. */
import { expect, test } from "./support/test.ts";

test("a person's report says what this person can access, and why", async ({
  signedIn: page,
  api,
}) => {
  const { oid, displayName } = await api.org("Loan Underwriter");
  const client = `/api/clients/${await api.client()}`;
  const members = await api.call("GET", `${client}/identities?orgOid=${oid}&sort=username,asc`);
  const { _embedded } = (await members.json()) as {
    readonly _embedded: { readonly identities: readonly { oid: string; username: string }[] };
  };
  const [person] = _embedded.identities;
  if (!person) throw new Error("The org has no member");

  await page.goto("/identities");
  await page.getByRole("searchbox", { name: "Search people" }).fill(person.username);
  const username = page.getByRole("gridcell", { name: person.username, exact: true });
  const row = page.getByRole("row").filter({ has: username });
  await row.getByRole("link").click();
  await expect(page).toHaveURL(`/identities/report/${person.oid}`);
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText("Identities");

  const access = page.getByRole("region", { name: "Entitlements", exact: true });
  const entitlement = access.getByRole("row").nth(1);
  await expect(entitlement).toContainText("Outside policy");
  const name = await entitlement.getByRole("gridcell").first().innerText();

  // A policy that grants it becomes the reason.
  const found = await api.call(
    "GET",
    `${client}/identities/${person.oid}/entitlements?contains=${encodeURIComponent(name.trim())}`,
  );
  const body = (await found.json()) as {
    readonly _embedded: { readonly entitlements: readonly { roleOid: string }[] };
  };
  const roles = body._embedded.entitlements.map(({ roleOid }) => roleOid);
  const induced = await api.call("POST", `${client}/mp-orgs/${oid}/induce`, roles);
  expect(induced.ok()).toBe(true);
  await page.reload();
  await access.getByRole("radio", { name: "By policy" }).click();
  await expect(access.getByRole("row").filter({ hasText: name.trim() }).first()).toContainText(
    displayName,
  );
});
