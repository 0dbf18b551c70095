import { expect, test } from "./support/test.ts";

test.use({ serverOf: "changes" });

test("[SUP-1] [ROUTE-43] [NAV-14] a keyboard user sends a support request, which is stored and listed @once", async ({
  signedIn: page,
}) => {
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
  await page.keyboard.press("Enter");
  const sent = page.getByRole("grid", { name: "Sent requests" });
  await expect(sent.getByText("Ledger <b>Read</b>")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue("");
  await page.reload();
  await sent.getByText("Ledger <b>Read</b>").click();
  const request = page.getByRole("dialog", { name: "Ledger <b>Read</b>" });
  await expect(request.getByText("I cannot read it.")).toBeVisible();
  await expect(request.getByText("Missing or wrong access")).toBeVisible();
});
