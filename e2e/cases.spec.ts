/** A case from a finding of a person's report to its end. */
import { expect, test, type Api } from "./support/test.ts";

/** @returns the oid of the first member of an org, ordered by username. */
async function memberOf(api: Api, order: "asc" | "desc"): Promise<string> {
  const { oid } = await api.org("Loan Underwriter");
  const client = `/api/clients/${await api.client()}`;
  const members = await api.call(
    "GET",
    `${client}/identities?orgOid=${oid}&sort=username,${order}`,
  );
  const { _embedded } = (await members.json()) as {
    readonly _embedded: { readonly identities: readonly { oid: string }[] };
  };
  const [person] = _embedded.identities;
  if (!person) throw new Error("The org has no member");
  return person.oid;
}

test("[IDN-8] a finding becomes a case with an owner, a comment and an end @once", async ({
  signedIn: page,
  api,
}) => {
  const person = await memberOf(api, "desc");

  await page.goto(`/identities/report/${person}?show=outside`);
  const access = page.getByRole("region", { name: "Entitlements", exact: true });
  const row = access.getByRole("row").nth(1);
  await row.hover();
  await row.getByRole("button", { name: /^Open case about/ }).click();
  const dialog = page.getByRole("dialog", { name: "Open a case" });
  await dialog.getByRole("textbox", { name: "Comment" }).fill("Who needs this?");
  await dialog.getByRole("button", { name: "Open case" }).click();
  await expect(dialog).toBeHidden();

  const open = page.getByRole("region", { name: "Open cases" });
  await open.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/cases\/[0-9a-f-]{36}$/);
  await expect(page.getByText("Who needs this?")).toBeVisible();
  const subject = await page.getByRole("heading", { level: 1 }).innerText();
  await page.getByRole("searchbox", { name: "Find a user" }).fill("adm");
  await page.getByRole("combobox", { name: "Owner" }).selectOption("admin");
  await page.getByRole("combobox", { name: "State" }).selectOption("resolved");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Case saved.")).toBeVisible();
  await page.goto("/cases?show=resolved");
  const cases = page.getByRole("grid", { name: "Cases" });
  const ownCase = cases.getByRole("row").filter({ hasText: subject }).filter({ hasText: "admin" });
  await expect(ownCase).toHaveCount(1);

  await page.getByRole("link", { name: "My cases" }).click();
  await expect(page).toHaveURL("/cases?owner=me");
  const owner = page.getByRole("combobox", { name: "Owner" });
  await expect(owner).toHaveValue("me");
  await expect(ownCase).toHaveCount(0);
  await page.getByRole("combobox", { name: "State" }).selectOption("all");
  await expect(ownCase).toHaveCount(1);
  await owner.selectOption("nobody");
  await expect(page).toHaveURL("/cases?show=all&owner=nobody");
  await expect(ownCase).toHaveCount(0);
  // An owner of a case can be chosen, and is named.
  await owner.selectOption("admin");
  await expect(ownCase).toHaveCount(1);
  await page.reload();
  await expect(owner.locator("option:checked")).toHaveText("admin");
});

test("[IDN-8] a holder outside policy becomes a case in the dialog of holders @once", async ({
  signedIn: page,
  api,
}) => {
  const person = await memberOf(api, "asc");
  await page.goto(`/identities/report/${person}?show=outside`);
  const access = page.getByRole("region", { name: "Entitlements", exact: true });
  await access.getByRole("row").nth(1).hover();
  await access
    .getByRole("row")
    .nth(1)
    .getByRole("button", { name: /^Who has it/ })
    .click();
  const holders = page.getByRole("dialog", { name: /^Who has/ });
  const row = holders.getByRole("row").filter({ hasText: "Outside policy" }).last();
  await row.hover();
  await row.getByRole("button", { name: /^Open case about/ }).click();
  const dialog = page.getByRole("dialog", { name: "Open a case" });
  await expect(dialog).toHaveCount(1);
  await dialog.getByRole("button", { name: "Open case" }).click();
  await expect(dialog).toBeHidden();
  await row.hover();
  await row.getByRole("link", { name: /^Show the case about/ }).click();
  await expect(page).toHaveURL(/\/cases\/[0-9a-f-]{36}$/);
});

test("[IDN-9] an orphaned account becomes a case @once", async ({ signedIn: page }) => {
  await page.goto("/cases");
  await page.getByRole("link", { name: "Orphaned accounts" }).click();
  const accounts = page.getByRole("grid", { name: "Orphaned accounts" });
  const row = accounts.getByRole("row").nth(1);
  await row.hover();
  const open = row.getByRole("button", { name: /^Open case about/ });
  const name = ((await open.getAttribute("aria-label")) ?? "").replace("Open case about ", "");
  await open.click();
  const dialog = page.getByRole("dialog", { name: "Open a case" });
  await dialog.getByRole("button", { name: "Open case" }).click();
  await expect(dialog).toBeHidden();
  await row.hover();
  await row.getByRole("link", { name: /^Show the case about/ }).click();
  await expect(page).toHaveURL(/\/cases\/[0-9a-f-]{36}$/);

  await page.goto("/cases?kind=orphanedAccount&owner=nobody");
  await page.getByRole("checkbox", { name: `Select the case about ${name}` }).check();
  await page.getByRole("button", { name: "Change selected (1)" }).click();
  const change = page.getByRole("dialog", { name: "Change 1 case" });
  await change.getByLabel("What to do").selectOption("setDue");
  await change.getByLabel("Due").fill("2030-01-02");
  await change.getByRole("button", { name: "Change cases" }).click();
  await expect(page.getByText("1 case changed.")).toBeVisible();
  await expect(page.getByRole("grid", { name: "Cases" }).getByText("2 Jan 2030")).toBeVisible();
});
