/** The review of entitlements: an interim one with a known name is found as a duplicate, merged, and gone. */
import { expect, test } from "./support/test.ts";

test.use({ serverOf: "entitlements" });

test("[ENT-2] [ENT-15] an interim entitlement is added and merged into its duplicate @once", async ({
  signedIn: page,
  api,
}) => {
  const resourceId = await api.resource("Core Banking");
  await page.goto(`/resources/${resourceId}/entitlement-review`);
  await expect(page.getByRole("heading", { name: "Entitlement Review", level: 1 })).toBeVisible();
  const list = page.getByRole("grid", { name: "Entitlements" });
  const first = list.getByRole("row").nth(1).getByRole("gridcell").first();
  await expect(first).not.toHaveText(/^(?:Loading)?$/);
  const known = (await first.innerText()).trim();
  const doubled = `${known}!`;

  await test.step("a name has room in its row on a phone", async () => {
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    await page.setViewportSize({ width: 360, height: 740 });
    const widthOfName = async () => (await first.boundingBox())?.width ?? 0;
    await expect.poll(widthOfName).toBeGreaterThan(150);
    await page.setViewportSize({ width, height });
  });

  await list.getByRole("button", { name: `Who has it? ${known}` }).click();
  const holders = page.getByRole("dialog", { name: `Who has ${known}?` });
  await expect(holders.getByText(/^[\d,]+ of [\d,]+ people hold it$/)).toBeVisible();
  await holders.getByRole("radio", { name: "Lack it" }).click();
  await expect(holders.getByRole("link", { name: "Export CSV" })).toHaveAttribute(
    "href",
    /holders\.csv\?show=lackers/,
  );
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Add interim entitlement" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an interim entitlement" });
  await dialog.getByLabel("Name in the system").fill(doubled);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const notice = page.getByText(`These entitlements have the same name: ${known} and ${doubled}`);
  await expect(notice).toBeVisible();
  await page.getByRole("button", { name: "Show duplicates" }).click();
  await expect(page).toHaveURL(/show=duplicates/);

  await list.getByRole("row").nth(1).hover();
  await page.getByRole("button", { name: `Merge the others into ${known}`, exact: true }).click();
  const merge = page.getByRole("alertdialog", { name: `Merge into ${known}?` });
  await expect(merge.getByText("Accounts that change")).toBeVisible();
  await merge.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(page.getByText(`1 entitlement was merged into ${known}`)).toBeVisible();
  await expect(list.getByText(doubled)).toHaveCount(0);
});
