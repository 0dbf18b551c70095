/** The people of the directory and one person's report. */
import { CREW_SIZE, HOLDINGS } from "./support/directory.ts";
import { expect, test } from "./support/test.ts";

interface Person {
  readonly oid: string;
  readonly username: string;
  readonly givenName: string;
  readonly familyName: string;
}
const personName = ({ givenName, familyName }: Person) => `${familyName}, ${givenName}`;

test("a person's report says what this person can access, and why @once", async ({
  signedIn: page,
  api,
}) => {
  const { oid, displayName } = await api.org("Loan Underwriter");
  const client = `/api/clients/${await api.client()}`;
  const members = await api.call("GET", `${client}/identities?orgOid=${oid}&sort=username,asc`);
  const { _embedded } = (await members.json()) as {
    readonly _embedded: { readonly identities: readonly Person[] };
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

  // The table is ordered by the share of peers. The first person of a crew holds all that the crew holds.
  const shares = () =>
    access
      .getByRole("row")
      .filter({ has: page.getByRole("gridcell") })
      .evaluateAll((rows) =>
        rows.map((row) => {
          const cells = [...row.querySelectorAll("[role=gridcell]")].map((cell) =>
            (cell.textContent ?? "").trim(),
          );
          return `${cells[0]}: ${cells.find((text) => /^\d+ of \d+$/.test(text))}`;
        }),
      );
  const rare = HOLDINGS.toSorted(
    (a, b) => a.holders - b.holders || (a.entitlement < b.entitlement ? -1 : 1),
  );
  await access.getByRole("button", { name: "Peers with it" }).click();
  await expect(page).toHaveURL(/sort=peers%2Casc|sort=peers,asc/);
  await expect
    .poll(shares)
    .toEqual(rare.map(({ entitlement: held, holders }) => `${held}: ${holders} of ${CREW_SIZE}`));
  // At least six of the crew hold each of them.
  await access.getByRole("radio", { name: "Only this person" }).click();
  await expect(page).toHaveURL(/show=onlyHere/);
  await expect(access.getByText("No entries match your selection").first()).toBeVisible();

  // Each specialist is the only one with the job title.
  const specialists = await api.call("GET", `${client}/identities?contains=user2500`);
  const [specialist] = (
    (await specialists.json()) as { readonly _embedded: { readonly identities: readonly Person[] } }
  )._embedded.identities;
  await page.goto(`/identities/report/${specialist?.oid ?? ""}?show=onlyHere`);
  await expect.poll(shares).toEqual(["Payslip View: 1 of 1"]);
  await page.goto(`/identities/report/${person.oid}`);

  // Who among the peers has the first entitlement.
  await access
    .getByRole("button", { name: /^Who has it\?/ })
    .first()
    .click();
  const holders = page.getByRole("dialog", { name: /^Who has / });
  await expect(holders.getByText(/^\d+ of \d+ members hold it$/)).toBeVisible();
  await expect(
    holders.getByRole("gridcell", { name: personName(person), exact: true }),
  ).toBeVisible();
  await page.keyboard.press("Escape");

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

  // On paper there are all loaded rows, and nothing to navigate with.
  await page.emulateMedia({ media: "print" });
  const printed = access.getByRole("table").getByRole("row").filter({ hasText: name.trim() });
  await expect(printed.first()).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });

  const tabs = page.getByRole("navigation", { name: "Parts of the report" });
  await tabs.getByRole("link", { name: "Changes" }).click();
  await expect(page).toHaveURL(`/identities/report/${person.oid}/changes`);
  const changed = page.getByRole("grid", { name: "Changes" }).getByRole("row").nth(1);
  await expect(changed).toContainText(`Added to policy: ${displayName}`);
  await changed.click();
  const values = page.getByRole("dialog", { name: `Added to policy: ${displayName}` });
  await expect(values.getByRole("row", { name: /^Added/ })).toContainText(name.trim());
});

test("filters that are saved as a view come back by its name @once", async ({ signedIn: page }) => {
  await page.goto("/identities?show=withoutAccounts&sort=username,desc");
  const people = page.getByRole("grid", { name: "People" });
  await expect(people).toBeVisible();
  const views = page.getByRole("button", { name: "Saved views" });
  await views.click();
  await page.getByRole("menuitem", { name: "Save this view" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Nobody's accounts");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Nobody's accounts was saved.")).toBeVisible();

  await page.goto("/identities");
  await views.click();
  await page.getByRole("menuitem", { name: "Nobody's accounts" }).click();
  await expect(page).toHaveURL("/identities?show=withoutAccounts&sort=username,desc");
  await expect(page.getByRole("combobox", { name: "Show" })).toHaveValue("withoutAccounts");

  await views.click();
  await page.getByRole("menuitem", { name: "Delete Nobody's accounts" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Nobody's accounts was deleted.")).toBeVisible();
  await views.click();
  await expect(page.getByText("No saved views yet")).toBeVisible();
});

/** Longer than any column of the list. */
const LONG_NAME = "de la Fuente y Villanueva de los Santos Montenegro del Valle ".repeat(3).trim();

test("[IDN-1] a person whom no system has is created, edited and ended by hand @once", async ({
  signedIn: page,
  api,
}) => {
  const { displayName } = await api.org("Key Account Manager");
  await page.goto("/identities");
  await page.getByRole("button", { name: "New person" }).click();
  const dialog = page.getByRole("dialog", { name: "New person" });
  await dialog.getByRole("textbox", { name: "ID", exact: true }).fill("HAND-1");
  await dialog.getByRole("textbox", { name: "First name" }).fill("Cara");
  await dialog.getByRole("textbox", { name: "Last name" }).fill(`Contractor ${LONG_NAME}`);
  await dialog.getByRole("textbox", { name: "Job title" }).fill("Astronaut");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByText("No org of this kind is called Astronaut")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Job title" }).fill(displayName);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText(/was created\.$/)).toBeVisible();

  await page.getByRole("combobox", { name: "Show" }).selectOption("byHand");
  const people = page.getByRole("grid", { name: "People" });
  // The columns cut the long name of the row, and the keyboard shows it whole.
  // An answer that arrives later would replace the rows, and none of them would be active.
  const found = page.waitForResponse(/\/identities\?.*contains=HAND-1/);
  await page.getByRole("searchbox", { name: "Search people" }).fill("HAND-1");
  await found;
  await expect(people.getByRole("row")).toHaveCount(1 + 1);
  await people.focus();
  await page.keyboard.press("Home");
  await expect(page.getByRole("tooltip")).toContainText(LONG_NAME);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    `Contractor ${LONG_NAME}, Cara`,
  );
  await page.getByRole("button", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit person" });
  await edit.getByRole("textbox", { name: "Last name" }).fill("Consultant");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Consultant, Cara");

  await page.getByRole("button", { name: "End" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End" }).click();
  await expect(page.getByText("Consultant, Cara was ended.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit" })).toBeHidden();
});

test("the list shows the people with access outside policy @once", async ({ signedIn: page }) => {
  await page.goto("/identities");
  await page.getByRole("combobox", { name: "Show" }).selectOption("With access outside policy");
  await expect(page).toHaveURL("/identities?show=outsidePolicy");
  await expect(page.getByText(/People are found here some minutes after/)).toBeVisible();
  const people = page.getByRole("grid", { name: "People" });
  await expect(async () => {
    await page.reload();
    await expect(people.getByRole("row").nth(1)).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 90_000 });
  await people.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(
    page
      .getByRole("region", { name: "Entitlements", exact: true })
      .getByText("Outside policy")
      .first(),
  ).toBeVisible();
});
