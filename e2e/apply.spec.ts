import { Builder, builderPath } from "./support/builder.ts";
import { heldAtLeast } from "./support/directory.ts";
import { expect, test } from "./support/test.ts";

test("[APB-33] [APB-34] [APB-35] [APB-38] [APB-39] apply with a filter text or without a selection explains the refusal @once", async ({
  signedIn: page,
  api,
}) => {
  const { oid } = await api.org("Card Dispute Handler");
  await api.mine(oid);
  const builder = new Builder(page);
  let sent = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith("/induce")) sent += 1;
  });
  await builder.open(oid);

  await builder.filter.fill("ledger");
  await builder.expectShown(["Ledger Read"]);
  await builder.pressApply();
  await expect(
    page.getByText(
      "Please clear the filter to see all items being applied before clicking the Apply button",
    ),
  ).toBeVisible();
  await expect(page.getByText("Please clear filter before submitting")).toBeVisible();
  await expect(builder.filter).toHaveAttribute("aria-invalid", "true");
  // A pointer reaches the lower buttons, although a notice is shown.
  const size = page.viewportSize();
  for (const width of [360, 1024]) {
    await page.setViewportSize({ width, height: 740 });
    await builder.applyButtons.last().click({ trial: true });
  }
  if (size) await page.setViewportSize(size);

  await builder.filter.fill("");
  await expect(page.getByText("Please clear filter before submitting")).toBeHidden();
  await builder.expectShown(heldAtLeast(100));
  await page.getByRole("checkbox", { name: "Select 3 shown" }).click();
  await expect(builder.summary).toHaveText("Nothing is selected");
  await builder.applyButtons.last().click();
  await expect(page.getByText("Please select at least one entitlement")).toBeVisible();
  expect(sent).toBe(0);
  expect(await api.policyOf(oid)).toEqual([]);
});

test("[APB-1] [APB-26] [APB-28] [APB-40] [APB-41] [APB-43] [APB-44] [APB-50] applying adds the entitlements selected at the threshold to the policy, and one of them can be removed again", async ({
  signedIn: page,
  api,
}) => {
  const { oid } = await api.org("Escrow Officer");
  await api.mine(oid);
  const builder = new Builder(page);
  await builder.open(oid);
  await builder.setPercentage(60);
  await builder.tick("Branch Reports", false);
  const expected = heldAtLeast(60).filter((name) => name !== "Branch Reports");
  await expect(builder.summary).toHaveText(
    `${expected.length} entitlements from 3 resources selected: ${expected.length} to add`,
  );
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - heading "Escrow Officer" [level=1]
      - button "Apply To Policy"
      - region "Threshold":
        - group:
          - slider "Percentage of identities": "60"
        - group:
          - textbox "Percentage": "60"
        - paragraph: 6 of 9 kept · 5 selected · 5 to add
      - search:
        - searchbox "Filter Entitlements"
        - button "Filter By Resource (3)"
        - group "Selection":
          - 'button "Undo: clear Branch Reports"'
        - switch "Show Hints"
      - region "Resources and entitlements"
  `);
  const request = page.waitForRequest("**/induce*");
  await builder.apply();
  const body: unknown = (await request).postDataJSON();
  expect(body).toHaveLength(expected.length);
  await expect(page.getByRole("region", { name: "Notifications" })).toMatchAriaSnapshot(`
    - region "Notifications":
      - list:
        - listitem:
          - paragraph: /Success.* Entitlement policies have been updated\\./
  `);
  await expect(page).toHaveURL(`/rbac/role-mapping/${oid}`);

  const policy = page.getByRole("region", { name: "Current policy" });
  await expect(policy).toContainText(`${expected.length} total`);
  for (const name of expected) await expect(policy).toContainText(name);
  await expect(policy).not.toContainText("Branch Reports");
  expect(await api.policyOf(oid)).toEqual([...expected].toSorted());

  // The controls of a row are in view without a pointer over it.
  await policy.getByRole("button", { name: "Remove Wire Release" }).click();
  const question = page.getByRole("alertdialog", { name: "Remove from the policy?" });
  await expect(question).toContainText("Wire Release (Core Banking)");
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(question).toBeHidden();
  await expect(policy).toContainText(`${expected.length - 1} total`);
  await expect(policy).not.toContainText("Wire Release");
  expect(await api.policyOf(oid)).not.toContain("Wire Release");

  // Entitlements in the policy are marked, and applying again adds the missing ones.
  await builder.open(oid);
  await expect(builder.row("Ledger Read")).toContainText("in policy");
  await builder.setPercentage(90);
  await expect(builder.row("Wire Release")).not.toContainText("in policy");
  await builder.apply();
  await expect(page).toHaveURL(`/rbac/role-mapping/${oid}`);
  expect(await api.policyOf(oid)).toEqual([...expected].toSorted());

  // Clearing an entitlement in the policy removes it, and the page says so before.
  await builder.open(oid);
  await builder.tick("Ledger Read", false);
  await expect(builder.row("Ledger Read")).toContainText("to remove");
  await expect(builder.summary).toContainText("selected: 0 to add, 1 to remove");
  await builder.apply();
  await expect(page).toHaveURL(`/rbac/role-mapping/${oid}`);
  const left = expected.filter((name) => name !== "Ledger Read");
  expect(await api.policyOf(oid)).toEqual(left.toSorted());
});

test("[APB-29] [APB-51] a failed apply shows an error and loses nothing @once", async ({
  signedIn: page,
  api,
}) => {
  const { oid } = await api.org("Card Dispute Handler");
  await api.mine(oid);
  const builder = new Builder(page);
  await builder.open(oid);
  await builder.tick("Ledger Read", false);
  await page.route("**/induce*", (route) =>
    route.fulfill({ status: 503, json: { code: "EUNAVAILABLE", message: "Not now" } }),
  );
  await builder.apply();
  await expect(page.getByText("Failed to update entitlement policies.")).toBeVisible();
  await expect(page).toHaveURL(builderPath(oid));
  await expect(builder.checkbox("Ledger Read")).not.toBeChecked();
  await expect(builder.applyButtons.first()).toBeEnabled();
});

test("[CALL-12] a refused security token shows the XSRF flag, and the next try succeeds @once", async ({
  signedIn: page,
  api,
}) => {
  const { oid } = await api.org("Guarantee Desk Clerk");
  await api.mine(oid);
  const builder = new Builder(page);
  await builder.open(oid);
  let tampered = false;
  await page.route("**/induce*", async (route) => {
    if (tampered) return route.continue();
    tampered = true;
    const headers = { ...route.request().headers(), "x-csrf-token": "out-of-date" };
    return route.continue({ headers });
  });
  await builder.apply();
  const flag = page.getByRole("alert").filter({ hasText: "XSRF" });
  await expect(flag).toBeVisible();
  expect(await api.policyOf(oid)).toEqual([]);
  await builder.apply();
  await expect(page.getByText("Entitlement policies have been updated.")).toBeVisible();
  expect(await api.policyOf(oid)).toEqual([...heldAtLeast(100)].toSorted());
});
