import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { expect, test } from "./support/test.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

test.use({ serverOf: "changes" });

test("[SUP-1] [ROUTE-43] [NAV-14] a keyboard user sends a support request, which is stored and listed @once", async ({
  signedIn: page,
}) => {
  // As in browsers without a picker: the file is downloaded.
  await page.addInitScript(() => Reflect.deleteProperty(window, "showSaveFilePicker"));
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Request Support" }).click();
  await expect(page).toHaveTitle("Support Request | Provision");
  await page.getByRole("combobox", { name: "What is it about?" }).focus();
  await page.keyboard.press("M");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Ledger <b>Read</b>");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Message is required")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Message" })).toBeFocused();
  await page.keyboard.type("I cannot read it.");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("checkbox", { name: "Attach the event log" })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.getByRole("combobox", { name: "Session" })).toBeVisible();
  await expect(page.getByText(/^\d+ events, [\d.]+ kB$/i)).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const sent = page.getByRole("grid", { name: "Sent requests" });
  await expect(sent.getByText("Ledger <b>Read</b>")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue("");
  await page.reload();
  await sent.getByText("Ledger <b>Read</b>").click();
  const request = page.getByRole("dialog", { name: "Ledger <b>Read</b>" });
  await expect(request.getByText("I cannot read it.")).toBeVisible();
  await expect(request.getByText("Missing or wrong access")).toBeVisible();
  const saved = page.waitForEvent("download");
  await request.getByRole("button", { name: /^Download event log/ }).click();
  const file = await (await saved).path();
  const lines = gunzipSync(await readFile(file)).toString("utf8");
  const header: unknown = JSON.parse(lines.slice(0, lines.indexOf("\n")));
  expect(header).toMatchObject({
    format: "provision-event-log",
    redaction: "pseudonyms",
    counts: { sessions: 1, bodies: 0 },
  });
  expect(lines).not.toContain("I cannot read it.");
  const replay = spawnSync(process.execPath, ["--import", "tsx", "src/replay/cli.ts", file], {
    cwd: root,
    encoding: "utf8",
  });
  expect([replay.stderr, replay.status]).toEqual(["", 0]);
});
