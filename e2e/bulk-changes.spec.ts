/** Changes many users with a CSV file and undoes one of the changes. */
import { readFileSync } from "node:fs";
import { expect, test } from "./support/test.ts";

test.use({ serverOf: "changes" });

test("[USER-1] a user checks a file, reviews it, applies it and downloads its result @once", async ({
  signedIn: page,
}) => {
  // The picker is a system dialog, which a test cannot operate.
  await page.addInitScript(() => Reflect.deleteProperty(window, "showSaveFilePicker"));
  await page.goto("/users");
  await page.getByRole("button", { name: "Bulk changes" }).click();
  const choose = (text: string | Buffer) =>
    page
      .locator("input[type=file]")
      .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await choose(Buffer.from([0x75, 0xfc, 0x0a]));
  await expect(page.getByText("the file is not UTF-8 text")).toBeVisible();
  const people = Array.from(
    { length: 600 },
    (_, at) => `person${at},Given,Family ${at},person${at}@example.com,Member`,
  );
  await choose(
    ["username,givenName,familyName,email,roles", ...people, "bad,,Nobody,nowhere,Emperor"].join(
      "\r\n",
    ),
  );
  const lines = page.getByRole("grid", { name: "Lines" });
  await expect(lines.getByText("person0", { exact: true })).toBeVisible();
  await page.getByText("Refused").first().click();
  await lines.getByText("bad", { exact: true }).click();
  await expect(page.getByRole("dialog").getByText('No role is called "Emperor"')).toBeVisible();
  await page.keyboard.press("Escape");
  await page.reload();
  await page.getByRole("checkbox", { name: "Save an invitation for new users" }).uncheck();
  await page.getByRole("button", { name: "Apply 600 changes" }).press("Enter");
  await expect(page.getByText("600 lines were applied.")).toBeVisible();
  // The button is gone, and the focus has not moved.
  await expect(page.locator(":focus")).toHaveText(/^600 lines were applied/);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("radio", { name: /^Refused/ })).toBeFocused();

  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as CSV" }).click();
  const file = readFileSync(await (await downloaded).path(), "utf8");
  expect(file).toContain("2,person0,create,done");
  expect(file.split("\r\n")).toHaveLength(1 + 601 + 1);

  await page.getByRole("link", { name: "Manage Users" }).first().click();
  await expect(page.getByText("601 results")).toBeVisible();
});
