/** Imports files in the browser with the keyboard, and shows the job again after a reload. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "./support/test.ts";

test.use({ serverOf: "import files" });

test("an administrator checks files, leaves out what is rejected, and imports the rest", async ({
  signedIn: page,
  api,
}) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("button", { name: "Find anything" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("combobox", { name: "Find screens, orgs, users and actions" });
  await palette.fill("Import");
  await expect(page.getByRole("option", { name: /^Import/ }).first()).toBeVisible();
  await palette.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Import" })).toBeVisible();
  await page.getByRole("button", { name: "Check files" }).press("Enter");
  await expect(page.getByText("Choose a file of identities, of access, or both.")).toBeVisible();

  const choose = (part: string, name: string, content: string | Buffer) =>
    page
      .getByRole("region", { name: part, exact: true })
      .locator("input[type=file]")
      .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });
  await choose("Identities", "people.csv", Buffer.from([0xff, 0xfe, 0x81, 0x0a]));
  await page.getByRole("button", { name: "Check files" }).press("Enter");
  await expect(page.getByText("the file is not UTF-8 text")).toBeVisible();
  await page.getByRole("button", { name: "Import other files" }).press("Enter");

  const people = Array.from({ length: 3000 }, (_, at) => `web-${at};Weaver;Web ${at}`);
  await choose(
    "Identities",
    "people.csv",
    ["id;jobTitle;familyName", ...people, ";Weaver;Nobody"].join("\r\n"),
  );
  await choose(
    "Access",
    "access.csv.gz",
    gzipSync(
      "identityId,resource,account,entitlement\nweb-0,Loom,w0,Weave\nnobody,Loom,w1,Weave\n",
    ),
  );
  await page.getByRole("button", { name: "Check files" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Preview" })).toBeVisible();
  await expect(page.getByRole("row", { name: /^Identities 3,000 0 0 0 1$/ })).toBeVisible();
  const rejects = page.getByRole("grid", { name: "Rejected records" });
  await expect(rejects.getByText("3002", { exact: true })).toBeVisible();
  await expect(rejects.getByText("No identity has the id nobody")).toBeVisible();
  const csv = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  expect(readFileSync(await (await csv).path(), "utf8")).toContain("people.csv,3002,id,REQUIRED");

  await page.reload();
  const start = page.getByRole("button", { name: "Import", exact: true });
  await expect(start).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("checkbox", { name: "Leave out 2 rejected records" }).press("Space");
  await start.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Import these files?" });
  await dialog.getByRole("button", { name: "Import" }).press("Enter");
  await expect(page.getByRole("heading", { name: "The files were imported" })).toBeVisible();
  await expect(
    page.getByText("To undo it, open it among the earlier imports below."),
  ).toBeVisible();
  const earlier = page.getByRole("grid", { name: "Earlier imports" });
  await expect(earlier.getByRole("row", { name: /^2 Done/ })).toBeVisible();
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: 390, height: 844 });
  // The summary of a row has two lines on a phone, of which nothing is cut off.
  const summary = earlier.getByText(/^admin · [\d,]+ records changed$/);
  await expect(summary).toBeVisible();
  const isCut = summary.evaluate((text) => {
    const box = text.closest("p");
    return box === null || box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
  });
  expect(await isCut).toBe(false);
  await page.setViewportSize({ width, height });
  await page.reload();
  await expect(page.getByRole("heading", { name: "The files were imported" })).toBeVisible();
  await page.goto("/rbac/role-mapping");
  await page.getByRole("searchbox", { name: "Search Job Titles" }).fill("weaver");
  await page.getByRole("link", { name: "Weaver" }).click();
  await expect(page.getByRole("main")).toContainText("3,000 members");

  const client = await api.client();
  const audit = await api.call("GET", `/api/clients/${client}/audit-trail?kind=server`);
  expect(await audit.text()).toContain("server/directoryImported");
});
